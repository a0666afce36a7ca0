// Operations on ranges of memory, also of symbolic length: allocation, copying, filling.

#include "analysis/exec/machine.h"

#include <algorithm>

namespace beagle::exec {

using logic::Op;

namespace {

/// Ranges of symbolic length up to this many bytes are written byte by byte, each under its condition; of longer
/// ones, the length is asked for. Others are out of bounds.
constexpr std::uint64_t maxConditionalBytes = 128;
constexpr std::uint64_t maxLengths = 1024;

constexpr ir::ScalarType byteType{ir::ScalarKind::Integer, 0, 8};

} // namespace

std::optional<ObjectId> Machine::allocateSized(ObjectKind kind, const Value& size, Contents::Fill contents) {
  if (!size.isSymbolic()) {
    if (size.bits > options_.maxObject) {
      end(EndKind::OutOfBound, fmt::format("an object of {} bytes", size.bits));
      return {};
    }
    return allocate(kind, size.bits, contents);
  }
  const Term limit = terms.constant(64, options_.maxSymbolicSize);
  const auto small = decide(ChoiceKind::Size, terms.binary(Op::ULessEqual, size.asTerm(), limit));
  if (!small) return {};
  if (!*small) {
    end(EndKind::OutOfBound, fmt::format("an object of symbolic size above {} bytes", options_.maxSymbolicSize));
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
  for (const std::uint64_t limit : {maxConditionalBytes, maxLengths}) {
    if (!length.isSymbolic() || most <= limit) return most;
    const auto isWithin =
        decide(ChoiceKind::Size, terms.binary(Op::ULessEqual, length.asTerm(), terms.constant(64, limit)));
    if (!isWithin) return {};
    if (*isWithin) return limit;
  }
  return most;
}

std::optional<std::uint64_t> Machine::offsetOf(const Place& place) {
  return place.symbolicOffset ? splitOffset(place, 1) : std::optional(place.offset);
}

bool Machine::copy(const Value& target, const Value& source, const Value& count, bool mayOverlap) {
  const Value length = integer(count, 64);
  if (length.isPlain() && length.bits == 0) return true;
  const auto from = accessRange(source, length, false);
  if (!from) return false;
  const auto to = accessRange(target, length, true);
  if (!to) return false;
  if (from->object == 0 || to->object == 0) return true;
  const auto fromOffset = offsetOf(*from);
  if (!fromOffset) return false;
  const auto toOffset = offsetOf(*to);
  if (!toOffset) return false;
  const auto bound = boundOf(length, std::min(object(from->object).contents.size() - *fromOffset,
                                              object(to->object).contents.size() - *toOffset));
  if (!bound) return false;
  const std::uint64_t most = *bound;
  // A pointer of which only some bytes may be copied would be none any more.
  const bool conditional = length.isSymbolic() && most <= maxConditionalBytes &&
                           !object(from->object).contents.hasPointer(*fromOffset, most) &&
                           !object(to->object).contents.hasPointer(*toOffset, most);
  const auto exact = conditional ? std::optional(most) : splitLength(length, most);
  if (!exact) return false;
  if (!mayOverlap && from->object == to->object && !conditional) {
    const std::uint64_t distance = *fromOffset > *toOffset ? *fromOffset - *toOffset : *toOffset - *fromOffset;
    if (distance != 0 && distance < *exact) return memoryError(MemoryFault::Overlap, to->object);
  }
  if (!mayOverlap && from->object == to->object && conditional && *fromOffset != *toOffset) {
    const std::uint64_t distance = *fromOffset > *toOffset ? *fromOffset - *toOffset : *toOffset - *fromOffset;
    const auto isOverlap =
        decide(ChoiceKind::Size, terms.binary(Op::ULess, terms.constant(64, distance), length.asTerm()));
    if (!isOverlap) return false;
    if (*isOverlap) return memoryError(MemoryFault::Overlap, to->object);
  }
  const Ref<Object> held = heldObject(from->object);
  const Contents& before = held->contents;
  Contents& written = ownObject(to->object).contents;
  noteMoved(*exact);
  if (!conditional) {
    written.copy(*this, before, *fromOffset, *toOffset, *exact);
    return true;
  }
  for (std::uint64_t k = 0; k < most; ++k) {
    const Term reached = terms.binary(Op::ULess, terms.constant(64, k), length.asTerm());
    const Term byte = terms.ite(reached, before.byte(*this, *fromOffset + k), written.byte(*this, *toOffset + k));
    written.write(*this, *toOffset + k, bitsValue(byte), byteType);
  }
  return true;
}

bool Machine::fill(const Value& target, const Value& byte, const Value& count) {
  const Value length = integer(count, 64);
  if (length.isPlain() && length.bits == 0) return true;
  const auto to = accessRange(target, length, true);
  if (!to) return false;
  if (to->object == 0) return true;
  const auto offset = offsetOf(*to);
  if (!offset) return false;
  const auto most = boundOf(length, object(to->object).contents.size() - *offset);
  if (!most) return false;
  const bool conditional = length.isSymbolic() && *most <= maxConditionalBytes;
  const auto exact = conditional ? most : splitLength(length, *most);
  if (!exact) return false;
  noteMoved(*exact);
  Contents& written = ownObject(to->object).contents;
  if (!conditional && byte.isPlain()) {
    written.fill(*this, *offset, *exact, static_cast<std::uint8_t>(byte.bits));
    return true;
  }
  const Term value = bitsTerm(byte, 8);
  for (std::uint64_t k = 0; k < *exact; ++k) {
    Term now = value;
    if (conditional)
      now = terms.ite(terms.binary(Op::ULess, terms.constant(64, k), length.asTerm()), value,
                      written.byte(*this, *offset + k));
    written.write(*this, *offset + k, bitsValue(now), byteType);
  }
  return true;
}

} // namespace beagle::exec
