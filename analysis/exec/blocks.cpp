// Operations on ranges of memory, also of symbolic length: allocation, copying, filling.

#include "analysis/exec/machine.h"
#include "analysis/exec/positions.h"

#include <algorithm>

namespace beagle::exec {

using logic::Op;

namespace {

/// Ranges of symbolic length up to this many bytes are written byte by byte, each under its condition; where that would
/// cut a pointer, the length is asked for. Longer ones are out of bounds. Few lengths are a path of their own, as each
/// byte costs a term; and for a copy at a symbolic place, where each is a store to an array, more are asked for.
constexpr std::uint64_t fewLengths = 128;

/// A range at one of at most so many places begins at one of them on each path; an element of an array, which is read
/// member by member again, at any of them.
constexpr std::uint64_t maxSplitPlaces = 64;

constexpr ir::ScalarType byteType{ir::ScalarKind::Integer, 0, 8};

/// How many bytes a range there may have.
std::uint64_t roomOf(const Contents& contents, const Machine::Spot& spot) {
  return spot.offset ? spot.window.size : contents.size() - spot.exact;
}

bool hasPointer(const Contents& contents, const Machine::Spot& spot, std::uint64_t bytes) {
  return !spot.offset && contents.hasPointer(spot.exact, bytes);
}

Term startOf(logic::TermManager& terms, const Machine::Spot& spot) {
  if (!spot.offset) return terms.constant(64, spot.exact);
  return terms.binary(Op::Add, spot.offset, terms.constant(64, spot.window.start));
}

/// Whether two ranges in one object share bytes, and are not the same.
Term overlap(logic::TermManager& terms, Term a, Term b, Term bytes) {
  const Term isNear = terms.logicalOr(terms.binary(Op::ULess, terms.binary(Op::Sub, a, b), bytes),
                                      terms.binary(Op::ULess, terms.binary(Op::Sub, b, a), bytes));
  return terms.logicalAnd(terms.logicalNot(terms.equal(a, b)), isNear);
}

/// The bytes of a range, one by one, as terms.
class Stretch {
public:
  Stretch(ByteContext& context, const Contents& contents, const Machine::Spot& spot)
      : context_(context), contents_(contents), spot_(spot) {
    if (spot.offset) before_ = *contents.view(context, spot.window, 1);
    after_ = before_;
  }

  [[nodiscard]] Term byte(std::uint64_t k) const {
    return before_ ? context_.terms.select(before_, index(k)) : contents_.byte(context_, spot_.exact + k);
  }
  /// Each byte at most once. With a length, only where it comes to that byte.
  void set(std::uint64_t k, Term value, Term length) {
    logic::TermManager& terms = context_.terms;
    if (length) value = terms.ite(terms.binary(Op::ULess, terms.constant(64, k), length), value, byte(k));
    if (before_) after_ = terms.store(after_, index(k), value);
    else bytes_.push_back(value);
  }
  void writeTo(Contents& contents) const {
    if (before_) contents.replace(after_, spot_.window, 1);
    for (std::uint64_t k = 0; k < bytes_.size(); ++k)
      contents.write(context_, spot_.exact + k, Value::symbolic(bytes_[k]), byteType);
  }

private:
  [[nodiscard]] Term index(std::uint64_t k) const {
    logic::TermManager& terms = context_.terms;
    const Term at = terms.binary(Op::Add, spot_.offset, terms.constant(64, k));
    return terms.extract(at, spot_.window.indexWidth(1) - 1, 0);
  }

  ByteContext& context_;
  const Contents& contents_;
  Machine::Spot spot_;
  Term before_, after_;     ///< the part as an array, where the place is symbolic
  std::vector<Term> bytes_; ///< what is written elsewhere
};

/// Each byte of the window by its own condition, so that none has to be a store to an array.
void fillWithin(ByteContext& context, Contents& contents, const Machine::Spot& spot, Term byte, Term length) {
  logic::TermManager& terms = context.terms;
  const Term start = startOf(terms, spot);
  for (std::uint64_t at = spot.window.start; at < spot.window.start + spot.window.size; ++at) {
    const Term distance = terms.binary(Op::Sub, terms.constant(64, at), start);
    const Term filled = terms.ite(terms.binary(Op::ULess, distance, length), byte, contents.byte(context, at));
    contents.write(context, at, Value::symbolic(filled), byteType);
  }
}

} // namespace

std::optional<ObjectId> Machine::allocateSized(ObjectKind kind, const Value& size, Contents::Fill contents) {
  if (!size.isSymbolic()) {
    if (size.bits > options_.maxObject) {
      end(EndKind::OutOfBound, fmt::format("an object of {} bytes", size.bits));
      return {};
    }
    return allocate(kind, size.bits, contents);
  }
  const bool isHeap = kind == ObjectKind::Heap; // elsewhere there may be no room for a large one
  const Term limit = terms.constant(64, isHeap ? unusualSize - 1 : options_.maxSymbolicSize);
  const auto small = decide(ChoiceKind::Size, terms.binary(Op::ULessEqual, size.asTerm(), limit));
  if (!small) return {};
  if (!*small) {
    end(EndKind::OutOfBound, isHeap
                                 ? fmt::format("no block of symbolic size has {} MiB or more", unusualSize >> 20U)
                                 : fmt::format("an object of symbolic size above {} bytes", options_.maxSymbolicSize));
    state_->ending->isLimit = isHeap;
    return {};
  }
  const ObjectId id = allocate(kind, options_.maxSymbolicSize, contents);
  ownObject(id).size = size.asTerm();
  return id;
}

std::optional<std::uint64_t> Machine::splitLength(const Value& length, std::uint64_t most) {
  if (!length.isSymbolic()) return length.bits;
  if (most > maxLengths) {
    end(EndKind::OutOfBound, fmt::format("a range of symbolic length above {} bytes", maxLengths));
    return {};
  }
  std::vector<Term> alternatives;
  for (std::uint64_t k = 0; k <= most; ++k) alternatives.push_back(terms.equal(length.asTerm(), terms.constant(64, k)));
  return choose(ChoiceKind::Size, alternatives);
}

std::optional<std::uint64_t> Machine::boundOf(const Value& length, std::uint64_t most) {
  for (const std::uint64_t limit : {fewLengths, maxLengths}) {
    if (!length.isSymbolic() || most <= limit) return most;
    const auto isWithin =
        decide(ChoiceKind::Size, terms.binary(Op::ULessEqual, length.asTerm(), terms.constant(64, limit)));
    if (!isWithin) return {};
    if (*isWithin) return limit;
  }
  return most;
}

/// Where a range of at most `most` bytes lies. A place that may be one of many is not asked for.
std::optional<Machine::Spot> Machine::rangeSpot(const Place& place, const Value& length, std::uint64_t most) {
  if (!place.symbolicOffset) return Spot{{}, {}, place.offset};
  const Contents& contents = object(place.object).contents;
  const bool isSized = !length.isSymbolic();
  const std::uint64_t least = isSized ? length.bits : 1;
  const auto exactSpot = [&]() -> std::optional<Spot> {
    const auto offset = splitOffset(place, least);
    if (!offset) return {};
    return Spot{{}, {}, *offset};
  };
  const Positions positions = Positions::ofSum(terms, place.symbolicOffset);
  const bool isElement = isSized && positions.step > 1;
  if (isElement || positions.count(contents.size(), least) <= maxSplitPlaces || (isSized && length.bits > maxLengths))
    return exactSpot();
  if (!contents.hasPointer(0, contents.size())) {
    const Contents::Window window =
        contents.isAllWritten() ? contents.enclosing(positions.window(contents.size(), most)) : contents.whole();
    return Spot{window, terms.binary(Op::Sub, place.symbolicOffset, terms.constant(64, window.start)), 0};
  }
  const auto spot = spotOf(place, 1);
  if (!spot || !spot->offset) return spot;
  const Term room = terms.binary(Op::Sub, terms.constant(64, spot->window.size), spot->offset);
  const Term count = length.isSymbolic() ? length.asTerm() : terms.constant(64, length.bits);
  const auto fits = decide(ChoiceKind::Address, terms.binary(Op::ULessEqual, count, room));
  if (!fits) return {};
  return *fits ? spot : exactSpot();
}

bool Machine::copy(const Value& target, const Value& source, const Value& count, bool mayOverlap) {
  const Value length = integer(count, 64);
  if (length.isPlain() && length.bits == 0) return true;
  const auto from = accessRange(source, length, false);
  if (!from) return false;
  const auto to = accessRange(target, length, true);
  if (!to) return false;
  if (from->object == 0 || to->object == 0) return true;
  const Contents& given = object(from->object).contents;
  const Contents& taken = object(to->object).contents;
  const auto fromSpot = rangeSpot(*from, length, std::min(given.size() - from->offset, taken.size() - to->offset));
  if (!fromSpot) return false;
  auto toSpot = rangeSpot(*to, length, std::min(roomOf(given, *fromSpot), taken.size() - to->offset));
  if (!toSpot) return false;
  const auto bound = boundOf(length, std::min(roomOf(given, *fromSpot), roomOf(taken, *toSpot)));
  if (!bound) return false;
  // A pointer of which only some bytes may be copied would be none any more.
  const bool isPlaced = !fromSpot->offset && !toSpot->offset;
  const bool conditional = length.isSymbolic() && *bound <= (isPlaced ? maxLengths : fewLengths) &&
                           !hasPointer(given, *fromSpot, *bound) && !hasPointer(taken, *toSpot, *bound);
  const auto most = conditional ? bound : splitLength(length, *bound);
  if (!most) return false;
  if (toSpot->offset && hasPointer(given, *fromSpot, *most)) {
    const auto exact = splitOffset(*to, 1);
    if (!exact) return false;
    toSpot = Spot{{}, {}, *exact};
  }
  if (!mayOverlap && from->object == to->object) {
    const Term bytes = conditional ? length.asTerm() : terms.constant(64, *most);
    const auto isOverlap =
        decide(ChoiceKind::Size, overlap(terms, startOf(terms, *fromSpot), startOf(terms, *toSpot), bytes));
    if (!isOverlap) return false;
    if (*isOverlap) return memoryError(MemoryFault::Overlap, to->object);
  }
  const Ref<Object> held = heldObject(from->object);
  const Contents& before = held->contents;
  Contents& written = ownObject(to->object).contents;
  noteMoved(*most);
  if (!conditional && !fromSpot->offset && !toSpot->offset) {
    written.copy(*this, before, fromSpot->exact, toSpot->exact, *most);
    return true;
  }
  const Stretch read(*this, before, *fromSpot);
  Stretch changed(*this, written, *toSpot);
  for (std::uint64_t k = 0; k < *most; ++k) changed.set(k, read.byte(k), conditional ? length.asTerm() : Term());
  changed.writeTo(written);
  return true;
}

bool Machine::fill(const Value& target, const Value& byte, const Value& count) {
  const Value length = integer(count, 64);
  if (length.isPlain() && length.bits == 0) return true;
  const auto to = accessRange(target, length, true);
  if (!to) return false;
  if (to->object == 0) return true;
  const Contents& before = object(to->object).contents;
  const auto spot = rangeSpot(*to, length, before.size() - to->offset);
  if (!spot) return false;
  if (spot->offset && length.isSymbolic() && spot->window.size <= maxLengths) {
    noteMoved(spot->window.size);
    fillWithin(*this, ownObject(to->object).contents, *spot, bitsTerm(byte, 8), bitsTerm(length, 64));
    return true;
  }
  const auto bound = boundOf(length, roomOf(before, *spot));
  if (!bound) return false;
  const bool mayBeMany = !spot->offset && !hasPointer(before, *spot, *bound);
  const bool conditional = length.isSymbolic() && *bound <= (mayBeMany ? maxLengths : fewLengths);
  const auto most = conditional ? bound : splitLength(length, *bound);
  if (!most) return false;
  noteMoved(*most);
  Contents& written = ownObject(to->object).contents;
  if (!conditional && byte.isPlain() && !spot->offset) {
    written.fill(*this, spot->exact, *most, static_cast<std::uint8_t>(byte.bits));
    return true;
  }
  const Term value = bitsTerm(byte, 8);
  Stretch changed(*this, written, *spot);
  for (std::uint64_t k = 0; k < *most; ++k) changed.set(k, value, conditional ? length.asTerm() : Term());
  changed.writeTo(written);
  return true;
}

} // namespace beagle::exec
