// Loads and stores, also through symbolic offsets.

#include "analysis/exec/machine.h"

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

/// `offset` as the number of an element of `bytes` bytes, when its low bits show that it is a multiple of them.
std::optional<Element> elementAt(logic::TermManager& terms, const Contents& contents, Term offset,
                                 std::uint32_t bytes) {
  if (!std::has_single_bit(bytes) || contents.size() < bytes) return {};
  const auto shift = static_cast<std::uint32_t>(std::countr_zero(bytes));
  if (shift > 0) {
    const Term low = terms.extract(offset, shift - 1, 0);
    if (!terms.isConstant(low) || terms.bits64(low) != 0) return {};
  }
  const std::uint32_t width = contents.indexWidth(bytes);
  return Element{bytes, terms.extract(offset, std::min(63U, shift + width - 1), shift)};
}

/// The most positions of a symbolic offset that are told apart one by one.
constexpr std::uint64_t maxCases = 1024;

} // namespace

/// Asks where exactly a symbolic offset points: one alternative for each position that fits.
std::optional<std::uint64_t> Machine::splitOffset(const Place& place, std::uint32_t bytes) {
  const std::uint64_t size = object(place.object).contents.size();
  // Members of the elements of an array: the low bits are the same in all of them.
  const logic::KnownBits known = terms.knownBits(place.symbolicOffset);
  const std::uint64_t step = std::uint64_t{1} << std::min(std::countr_one(known.zeros | known.ones), 16);
  const std::uint64_t first = known.ones & (step - 1);
  const std::uint64_t count = size < first + bytes ? 0 : (size - first - bytes) / step + 1;
  if (count > maxCases) {
    unsupported(fmt::format("a pointer at a symbolic place in {} bytes", size));
    return {};
  }
  std::vector<Term> alternatives;
  for (std::uint64_t i = 0; i < count; ++i)
    alternatives.push_back(terms.equal(place.symbolicOffset, terms.constant(64, first + i * step)));
  const auto choice = choose(ChoiceKind::Address, alternatives);
  if (!choice) return {};
  return first + *choice * step;
}

std::optional<Value> Machine::load(const Value& pointer, ir::ScalarType type) {
  const std::uint32_t bytes = bytesOf(type);
  const auto place = access(pointer, bytes, false);
  if (!place) return {};
  const Contents& contents = object(place->object).contents;
  if (!place->symbolicOffset) return followed(contents.read(*this, place->offset, type));

  Term bits;
  const auto element = elementAt(terms, contents, place->symbolicOffset, bytes);
  if (const auto view = contents.view(*this, element ? bytes : 1)) {
    if (element) {
      bits = terms.select(*view, element->index);
    } else {
      const std::uint32_t width = contents.indexWidth(1);
      for (std::uint32_t i = 0; i < bytes; ++i) {
        const Term at = terms.binary(Op::Add, place->symbolicOffset, terms.constant(64, i));
        const Term byte = terms.select(*view, terms.extract(at, width - 1, 0));
        bits = bits ? terms.binary(Op::Concat, byte, bits) : byte;
      }
    }
    return fromBits(bits, type);
  }
  const auto offset = splitOffset(*place, bytes);
  if (!offset) return {};
  return followed(object(place->object).contents.read(*this, *offset, type));
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
  if (value.object() == 0) {
    const Contents& contents = object(place->object).contents;
    const auto element = elementAt(terms, contents, place->symbolicOffset, bytes);
    if (const auto view = contents.view(*this, element ? bytes : 1)) {
      const std::uint32_t width = bytes * 8;
      Term bits = type.kind == ir::ScalarKind::Float
                      ? terms.fpToBits(floatTerm(value, static_cast<FloatFormat>(type.format)))
                      : bitsTerm(value, type.width);
      bits = terms.sort(bits).isBool() ? terms.boolToBits(bits, width) : terms.resize(bits, width);
      Term array = *view;
      if (element) {
        array = terms.store(array, element->index, bits);
      } else {
        const std::uint32_t indexWidth = contents.indexWidth(1);
        for (std::uint32_t i = 0; i < bytes; ++i) {
          const Term at = terms.binary(Op::Add, place->symbolicOffset, terms.constant(64, i));
          array = terms.store(array, terms.extract(at, indexWidth - 1, 0), terms.extract(bits, i * 8 + 7, i * 8));
        }
      }
      ownObject(place->object).contents.replace(array, element ? bytes : 1);
      return true;
    }
  }
  const auto offset = splitOffset(*place, bytes);
  if (!offset) return false;
  ownObject(place->object).contents.write(*this, *offset, value, type);
  return true;
}

} // namespace beagle::exec
