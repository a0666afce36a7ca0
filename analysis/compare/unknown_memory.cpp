#include "analysis/compare/unknown_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <unordered_map>
#include <vector>

namespace beagle::compare {

using logic::Op;
using logic::Sort;

namespace {

/// Deeper than this no sum is looked into: nobody writes such an address.
constexpr int deepest = 40;

} // namespace

/// The term without the object in it, which is none yet; an invalid term when there are two.
Term UnknownMemory::split(Term term, Term& object) {
  struct Walk {
    UnknownMemory& memory;
    Term& object;
    bool isSound = true;

    Term go(Term t, int depth) {
      logic::TermManager& terms = memory.terms_;
      if (memory.isObject(t)) {
        isSound &= !object;
        object = t;
        return terms.constant(64, 0);
      }
      const Op op = terms.op(t);
      if (depth == 0 || (op != Op::Add && op != Op::Sub)) return t;
      const Term left = terms.operand(t, 0);
      const Term right = terms.operand(t, 1);
      const Term a = go(left, depth - 1);
      const Term b = op == Op::Add ? go(right, depth - 1) : right;
      return a == left && b == right ? t : terms.binary(op, a, b);
    }
  };
  Walk walk{*this, object};
  const Term rest = walk.go(term, deepest);
  return walk.isSound ? rest : Term();
}

UnknownMemory::Place UnknownMemory::placeOf(Term address) {
  Term object;
  const Term rest = split(address, object);
  if (!object || !rest) return {{}, address};
  if (!addressesIn(rest).empty()) return {{}, address};
  return {object, rest};
}

/// Each part of the value once, as far down as `visit` says to go on.
template <class Visit> static void walk(const logic::TermManager& terms, Term value, Visit visit) {
  std::vector<Term> waiting{value};
  std::unordered_set<Term> seen;
  while (!waiting.empty()) {
    const Term term = waiting.back();
    waiting.pop_back();
    if (!seen.insert(term).second || !visit(term)) continue;
    for (const Term part : terms.operands(term)) waiting.push_back(part);
  }
}

bool UnknownMemory::isLoad(Term term) const {
  return terms_.op(term) == Op::Apply && loads_.contains(terms_.parameter(term, 0));
}

std::vector<Term> UnknownMemory::addressesIn(Term value) const {
  std::vector<Term> found;
  walk(terms_, value, [&](Term term) {
    if (terms_.sort(term).isBool()) return false;
    if (isObject(term)) found.push_back(term);
    return !isLoad(term);
  });
  return found;
}

std::vector<Term> UnknownMemory::loadsIn(Term value) const {
  std::vector<Term> found;
  walk(terms_, value, [&](Term term) {
    if (isLoad(term)) found.push_back(term);
    return !isLoad(term);
  });
  return found;
}

std::optional<UnknownMemory::Stored> UnknownMemory::lastStored(Term memory) const {
  const auto write = lastWrite(memory);
  if (!write || write->isFill) return {};
  return Stored{write->address, write->value};
}

Term UnknownMemory::readings(Term condition) {
  constexpr std::size_t most = 32;
  std::vector<Term> loads;
  walk(terms_, condition, [&](Term term) {
    if (isLoad(term) && lastWrite(terms_.operand(term, 0))) loads.push_back(term);
    return true;
  });
  Term all = terms_.truth(true);
  std::unordered_set<Term> seen(loads.begin(), loads.end());
  for (std::size_t i = 0; i < loads.size() && i < most; ++i) {
    const Term address = terms_.operand(loads[i], 1);
    const std::uint32_t width = terms_.width(loads[i]);
    const Write write = *lastWrite(terms_.operand(loads[i], 0));
    if (!write.isFill && terms_.width(write.value) == width)
      all = terms_.logicalAnd(
          all, terms_.implies(terms_.equal(address, write.address), terms_.equal(loads[i], write.value)));
    const auto reaches = [&](Term from, Term to, std::uint64_t bytes) {
      return terms_.binary(Op::ULess, terms_.binary(Op::Sub, to, from), terms_.constant(64, bytes));
    };
    const Term overlap = terms_.logicalOr(reaches(write.address, address, write.bytes),
                                          reaches(address, write.address, (width + 7U) / 8));
    const Term before = load(write.before, address, width);
    all = terms_.logicalAnd(all, terms_.logicalOr(overlap, terms_.equal(loads[i], before)));
    if (isLoad(before) && lastWrite(terms_.operand(before, 0)) && seen.insert(before).second) loads.push_back(before);
  }
  return all;
}

UnknownMemory::Relative UnknownMemory::relative(Term address, std::uint64_t count, Term other,
                                                std::uint64_t otherCount) {
  const Place place = placeOf(address);
  const Place otherPlace = placeOf(other);
  if (place.object != otherPlace.object)
    return {place.object && otherPlace.object ? Position::Apart : Position::Unknown};
  const Term distance = terms_.binary(Op::Sub, place.offset, otherPlace.offset);
  if (!terms_.isConstant(distance)) return {};
  const auto by = static_cast<std::int64_t>(terms_.bits64(distance));
  if (by == 0 && count == otherCount) return {Position::Same};
  if (by >= 0 && static_cast<std::uint64_t>(by) + count <= otherCount)
    return {Position::Inside, static_cast<std::uint64_t>(by)};
  const bool isApart =
      by >= 0 ? static_cast<std::uint64_t>(by) >= otherCount : static_cast<std::uint64_t>(-by) >= count;
  if (isApart) return {Position::Apart};
  const std::uint64_t cut = by < 0 ? static_cast<std::uint64_t>(-by) : otherCount - static_cast<std::uint64_t>(by);
  return {Position::Unknown, 0, cut};
}

std::optional<UnknownMemory::Write> UnknownMemory::lastWrite(Term memory) const {
  if (terms_.op(memory) != Op::Apply) return {};
  const auto known = writes_.find(terms_.parameter(memory, 0));
  if (known == writes_.end()) return {};
  const auto parts = terms_.operands(memory);
  if (!known->second) return Write{parts[0], parts[1], parts[2], (terms_.width(parts[2]) + 7U) / 8, false};
  if (!terms_.isConstant(parts[3])) return {};
  return Write{parts[0], parts[1], parts[2], terms_.bits64(parts[3]), true};
}

Term UnknownMemory::load(Term memory, Term address, std::uint32_t width) {
  const std::uint64_t count = (width + 7U) / 8;
  while (const auto write = lastWrite(memory)) {
    const Relative where = relative(address, count, write->address, write->bytes);
    if (where.position == Position::Unknown && where.cut > 0 && where.cut < count && width % 8 == 0) {
      // Two pieces, of which one is written, or a part of it.
      const auto low = static_cast<std::uint32_t>(where.cut * 8);
      const Term above = terms_.binary(Op::Add, address, terms_.constant(64, where.cut));
      const Term upper = load(memory, above, width - low);
      return terms_.binary(Op::Concat, upper, load(memory, address, low));
    }
    if (where.position == Position::Unknown) break;
    if (where.position == Position::Apart) {
      memory = write->before;
      continue;
    }
    if (write->isFill) {
      Term bits = write->value;
      for (std::uint64_t i = 1; i < count; ++i) bits = terms_.binary(Op::Concat, write->value, bits);
      return terms_.resize(bits, width);
    }
    if (where.position == Position::Same) return terms_.resize(write->value, width);
    const auto low = static_cast<std::uint32_t>(where.offset * 8);
    return terms_.extract(terms_.resize(write->value, static_cast<std::uint32_t>(write->bytes * 8)), low + width - 1,
                          low);
  }
  const std::array sorts{Sort::bits(64), Sort::bits(64)};
  const std::array parts{memory, address};
  const logic::FunctionId function = terms_.function(fmt::format("load!{}", width), sorts, Sort::bits(width));
  loads_.insert(function);
  return terms_.apply(function, parts);
}

/// Writes that lie apart have one order, whatever the order in which they were made; one that is made again
/// in vain is dropped.
Term UnknownMemory::store(Term memory, Term address, Term bits) { return stored(memory, address, bits, false); }

/// `isCrossing`: also past what may be at the same address, which then has the new value there.
Term UnknownMemory::stored(Term memory, Term address, Term bits, bool isCrossing) {
  const std::uint64_t count = (terms_.width(bits) + 7U) / 8;
  const auto made = [&](Term before, Term where, Term value) {
    const std::array sorts{Sort::bits(64), Sort::bits(64), terms_.sort(value)};
    const std::array parts{before, where, value};
    const logic::FunctionId function =
        terms_.function(fmt::format("store!{}", terms_.width(value)), sorts, Sort::bits(64));
    writes_[function] = false;
    return terms_.apply(function, parts);
  };
  struct Above {
    Write write;
    bool isApart = false; ///< from this one
  };
  std::vector<Above> above;
  Term below = memory;
  bool isReplaced = false;
  while (const auto write = lastWrite(below)) {
    const Relative where = relative(address, count, write->address, write->bytes);
    isReplaced = where.position == Position::Same && !write->isFill;
    if (isReplaced) below = write->before;
    const bool isApart = where.position == Position::Apart;
    const bool isPassed = isApart || (isCrossing && !write->isFill && terms_.sort(write->value) == terms_.sort(bits) &&
                                      isElementLike(*write, address, count));
    if (isReplaced || !isPassed || write->isFill) break;
    above.push_back({*write, isApart});
    below = write->before;
  }
  // Only past those that belong above it; where an old write was, the new one is in its place.
  while (!isReplaced && !above.empty() &&
         terms_.structuralHash(above.back().write.address) < terms_.structuralHash(address)) {
    below = made(below, above.back().write.address, above.back().write.value);
    above.pop_back();
  }
  below = made(below, address, bits);
  for (auto each = above.rbegin(); each != above.rend(); ++each) {
    const auto& [write, isApart] = *each;
    const Term value = isApart ? write.value : terms_.ite(terms_.equal(write.address, address), bits, write.value);
    below = made(below, write.address, value);
  }
  return below;
}

bool UnknownMemory::isElementLike(const Write& write, Term address, std::uint64_t count) {
  if (count != write.bytes || !std::has_single_bit(count)) return false;
  // What is left of the distance when what both add is taken away.
  std::unordered_map<Term, std::uint64_t> parts;
  const auto add = [&](const auto& self, Term term, std::uint64_t factor, int depth) -> void {
    const Op op = terms_.op(term);
    if (depth == 0 || (op != Op::Add && op != Op::Sub)) {
      parts[term] += factor;
      return;
    }
    self(self, terms_.operand(term, 0), factor, depth - 1);
    self(self, terms_.operand(term, 1), op == Op::Add ? factor : -factor, depth - 1);
  };
  add(add, address, 1, deepest);
  add(add, write.address, std::uint64_t{0} - 1, deepest);
  return std::ranges::all_of(parts, [&](const auto& part) {
    const auto& [term, factor] = part;
    return factor % count == 0 || (terms_.knownBits(term).zeros & (count - 1)) == count - 1;
  });
}

Term UnknownMemory::inOrder(Term memory) {
  constexpr std::size_t most = 16;
  std::vector<Write> stores;
  Term ordered = memory;
  for (auto write = lastWrite(memory); write && !write->isFill && stores.size() < most; write = lastWrite(ordered)) {
    stores.push_back(*write);
    ordered = write->before;
  }
  for (auto write = stores.rbegin(); write != stores.rend(); ++write)
    ordered = stored(ordered, write->address, write->value, true);
  return ordered;
}

Term UnknownMemory::fill(Term memory, Term address, Term byte, Term count) {
  const std::array sorts{Sort::bits(64), Sort::bits(64), Sort::bits(8), Sort::bits(64)};
  const std::array parts{memory, address, byte, count};
  const logic::FunctionId function = terms_.function("fill!", sorts, Sort::bits(64));
  writes_[function] = true;
  return terms_.apply(function, parts);
}

Term UnknownMemory::copy(Term memory, Term address, Term from, Term source, Term count) {
  const std::array sorts{Sort::bits(64), Sort::bits(64), Sort::bits(64), Sort::bits(64), Sort::bits(64)};
  const std::array parts{memory, address, from, source, count};
  return terms_.apply(terms_.function("copy!", sorts, Sort::bits(64)), parts);
}

} // namespace beagle::compare
