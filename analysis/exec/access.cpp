// Loads and stores, also through symbolic offsets.

#include "analysis/exec/machine.h"
#include "analysis/exec/positions.h"

#include <algorithm>
#include <bit>

namespace beagle::exec {

using logic::FloatFormat;
using logic::Op;

namespace {

std::uint32_t bytesOf(ir::ScalarType type) { return (type.width + 7U) / 8; }

/// A symbolic offset whose element number can be read off its bits.
struct Element {
  std::uint32_t stride = 1;
  Term index;
};

/// `offset`, from the window's start, as the number of an element of `bytes` bytes, when its low bits show that it is a
/// multiple of them.
std::optional<Element> elementAt(logic::TermManager& terms, Contents::Window window, Term offset, std::uint32_t bytes) {
  if (!std::has_single_bit(bytes) || window.size < bytes) return {};
  if ((~terms.knownBits(offset).zeros & (bytes - 1)) != 0) return {};
  const auto shift = static_cast<std::uint32_t>(std::countr_zero(bytes));
  const std::uint32_t width = window.indexWidth(bytes);
  return Element{bytes, terms.extract(offset, std::min(63U, shift + width - 1), shift)};
}

/// Where `bytes` bytes may stand among pointers: in parts without any, and at offsets that touch one.
struct Places {
  std::vector<Contents::Window> parts;
  std::vector<std::vector<std::uint64_t>> touching; ///< offsets side by side
  bool hasPointers = false;

  Places(const Contents& contents, const Positions& positions, std::uint64_t bytes) {
    std::uint64_t start = 0, offset = 0, behind = 0;
    const auto addPart = [&](std::uint64_t end) {
      const std::uint64_t at = positions.from(start);
      if (at + bytes <= end) parts.push_back({at, end - at});
    };
    constexpr std::uint64_t pointerBytes = 8;
    contents.forEachPointer([&](std::uint64_t at, const Value&) {
      hasPointers = true;
      addPart(at);
      offset = std::max(offset, positions.from(at < bytes ? 0 : at - bytes + 1));
      for (; offset < at + pointerBytes && offset + bytes <= contents.size(); offset += positions.step) {
        if (touching.empty() || offset != behind) touching.emplace_back();
        touching.back().push_back(offset);
        behind = offset + positions.step;
      }
      start = at + pointerBytes;
    });
    addPart(contents.size());
  }
};

/// The most positions of a symbolic offset that are told apart one by one. Of more, it is asked first in which run of
/// them the offset lies: mostly in few.
constexpr std::uint64_t maxCases = 1024;
constexpr std::uint64_t positionsOfRun = 64;

} // namespace

/// Asks where exactly a symbolic offset points: one alternative for each position that fits.
std::optional<std::uint64_t> Machine::splitOffset(const Place& place, std::uint64_t bytes) {
  const std::uint64_t size = object(place.object).contents.size();
  const Positions positions = Positions::ofSum(terms, place.symbolicOffset);
  std::uint64_t count = positions.count(size, bytes);
  if (count > maxCases * positionsOfRun) {
    unsupported(fmt::format("a pointer at a symbolic place in {} bytes", size));
    return {};
  }
  std::uint64_t first = positions.from(std::min(positions.lowest, size));
  std::vector<Term> alternatives;
  if (count > maxCases) {
    const std::uint64_t bytesOfRun = positionsOfRun * positions.step;
    for (std::uint64_t at = first; at < first + count * positions.step; at += bytesOfRun)
      alternatives.push_back(terms.binary(Op::ULess,
                                          terms.binary(Op::Sub, place.symbolicOffset, terms.constant(64, at)),
                                          terms.constant(64, bytesOfRun)));
    const auto run = choose(ChoiceKind::Address, alternatives);
    if (!run) return {};
    first += *run * bytesOfRun;
    count = std::min(positionsOfRun, count - *run * positionsOfRun);
    alternatives.clear();
  }
  for (std::uint64_t i = 0; i < count; ++i)
    alternatives.push_back(terms.equal(place.symbolicOffset, terms.constant(64, first + i * positions.step)));
  const auto choice = choose(ChoiceKind::Address, alternatives);
  if (!choice) return {};
  return first + *choice * positions.step;
}

/// Where a symbolic offset points: into a part of the object that has no pointers, which is asked for unless that is
/// all of it; or exactly.
std::optional<Machine::Spot> Machine::spotOf(const Place& place, std::uint32_t bytes) {
  const Contents& contents = object(place.object).contents;
  const Positions positions(terms, place.symbolicOffset);
  const Places places(contents, positions, bytes);
  const auto within = [&](Contents::Window part) {
    return Spot{part, terms.binary(Op::Sub, place.symbolicOffset, terms.constant(64, part.start)), 0};
  };
  // What was never written is one array, however it is looked at.
  if (!places.hasPointers && !contents.isAllWritten()) return within(contents.whole());
  if (!places.hasPointers) return within(contents.enclosing(positions.window(contents.size(), bytes)));
  if (positions.count(contents.size(), bytes) <= places.parts.size() + places.touching.size()) {
    const auto offset = splitOffset(place, bytes);
    return offset ? std::optional(Spot{{}, {}, *offset}) : std::nullopt;
  }
  if (places.parts.size() + places.touching.size() > maxCases) {
    unsupported(fmt::format("a symbolic place among the pointers in {} bytes", contents.size()));
    return {};
  }
  std::vector<Term> alternatives;
  for (const Contents::Window& part : places.parts)
    alternatives.push_back(terms.binary(Op::ULessEqual, within(part).offset, terms.constant(64, part.size - bytes)));
  for (const auto& offsets : places.touching)
    alternatives.push_back(terms.binary(Op::ULessEqual, within({offsets.front(), 0}).offset,
                                        terms.constant(64, offsets.back() - offsets.front())));
  const auto choice = choose(ChoiceKind::Address, alternatives);
  if (!choice) return {};
  if (*choice < places.parts.size()) return within(places.parts[*choice]);
  const std::vector<std::uint64_t>& offsets = places.touching[*choice - places.parts.size()];
  if (offsets.size() > maxCases) {
    unsupported(fmt::format("a symbolic place among {} bytes of pointers", offsets.size()));
    return {};
  }
  alternatives.clear();
  for (const std::uint64_t offset : offsets)
    alternatives.push_back(terms.equal(place.symbolicOffset, terms.constant(64, offset)));
  const auto exact = choose(ChoiceKind::Address, alternatives);
  if (!exact) return {};
  return Spot{{}, {}, offsets[*exact]};
}

std::optional<Value> Machine::load(const Value& pointer, ir::ScalarType type) {
  const std::uint32_t bytes = bytesOf(type);
  const auto place = access(pointer, bytes, false);
  if (!place) return {};
  if (!place->symbolicOffset) {
    const Object& target = object(place->object);
    const Value read = target.contents.read(*this, place->offset, type);
    const bool isOfBytes = type.kind == ir::ScalarKind::Pointer && read.isSymbolic() && read.object() == 0;
    if (isOfBytes && isRunning_ && target.kind == ObjectKind::Input)
      surroundings_.noteOtherUse(*state_, place->object, static_cast<std::int64_t>(place->offset), access());
    return followed(read);
  }
  const auto spot = spotOf(*place, bytes);
  if (!spot) return {};
  const Contents& contents = object(place->object).contents;
  if (!spot->offset) return followed(contents.read(*this, spot->exact, type));
  const auto element = elementAt(terms, spot->window, spot->offset, bytes);
  const Term view = *contents.view(*this, spot->window, element ? bytes : 1);
  if (element) return fromBits(terms.select(view, element->index), type);
  Term bits;
  const std::uint32_t width = spot->window.indexWidth(1);
  for (std::uint32_t i = 0; i < bytes; ++i) {
    const Term at = terms.binary(Op::Add, spot->offset, terms.constant(64, i));
    const Term byte = terms.select(view, terms.extract(at, width - 1, 0));
    bits = bits ? terms.binary(Op::Concat, byte, bits) : byte;
  }
  return fromBits(bits, type);
}

std::optional<Value> Machine::followed(const Value& read) {
  const ObjectId id = read.object();
  if (id == 0 || state_->memory.exists(id) || functionOf(id)) return read;
  const auto link = surroundings_.link(*state_, id);
  if (!link) return read;
  const auto learned = std::ranges::find(counts_, link->container, &std::pair<std::uint32_t, std::uint32_t>::first);
  auto elements = learned != counts_.end() ? std::optional(learned->second) : link->known;
  if (!elements) elements = choose(ChoiceKind::Size, link->counts);
  if (!elements) return {};
  if (learned == counts_.end()) counts_.emplace_back(link->container, *elements);
  hasLearned_ = true;
  return surroundings_.target(*state_, id, *elements);
}

Value Machine::fromBits(Term bits, ir::ScalarType type) {
  if (type.width == 1) return bitsValue(terms.equal(terms.extract(bits, 0, 0), terms.constant(1, 1)));
  bits = terms.resize(bits, type.width);
  if (type.kind == ir::ScalarKind::Float)
    return floatValue(terms.fpFromBits(static_cast<FloatFormat>(type.format), bits));
  return bitsValue(bits);
}

bool Machine::store(const Value& pointer, const Value& value, ir::ScalarType type) {
  const std::uint32_t bytes = bytesOf(type);
  const auto place = access(pointer, bytes, true);
  if (!place) return false;
  if (!place->symbolicOffset) {
    ownObject(place->object).contents.write(*this, place->offset, value, type);
    return true;
  }
  if (value.object() != 0) {
    const auto offset = splitOffset(*place, bytes);
    if (!offset) return false;
    ownObject(place->object).contents.write(*this, *offset, value, type);
    return true;
  }
  const auto spot = spotOf(*place, bytes);
  if (!spot) return false;
  if (!spot->offset) {
    ownObject(place->object).contents.write(*this, spot->exact, value, type);
    return true;
  }
  const std::uint32_t width = bytes * 8;
  Term bits = type.kind == ir::ScalarKind::Float
                  ? terms.fpToBits(floatTerm(value, static_cast<FloatFormat>(type.format)))
                  : bitsTerm(value, type.width);
  bits = terms.sort(bits).isBool() ? terms.boolToBits(bits, width) : terms.resize(bits, width);
  const auto element = elementAt(terms, spot->window, spot->offset, bytes);
  Term array = *object(place->object).contents.view(*this, spot->window, element ? bytes : 1);
  if (element) {
    array = terms.store(array, element->index, bits);
  } else {
    const std::uint32_t indexWidth = spot->window.indexWidth(1);
    for (std::uint32_t i = 0; i < bytes; ++i) {
      const Term at = terms.binary(Op::Add, spot->offset, terms.constant(64, i));
      array = terms.store(array, terms.extract(at, indexWidth - 1, 0), terms.extract(bits, i * 8 + 7, i * 8));
    }
  }
  ownObject(place->object).contents.replace(array, spot->window, element ? bytes : 1);
  return true;
}

} // namespace beagle::exec
