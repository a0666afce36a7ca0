// Arrays, and reads of them that need none.
#include "analysis/solver/spelt_read.h"
#include "analysis/solver/z3_translate.h"

#include <algorithm>
#include <bit>
#include <ranges>

namespace beagle::solver {

using logic::Op;
using logic::Sort;
using logic::Term;

Z3Ast Z3Translator::array(Term term) {
  Z3_context c = context_.raw();
  const Sort sort = terms_.sort(term);
  switch (terms_.op(term)) {
  case Op::ConstArray: return ref(Z3_mk_const_array(c, context_.bits(sort.index), operand(term, 0)));
  case Op::Table: return tableAsArray(term);
  case Op::Store: return ref(Z3_mk_store(c, operand(term, 0), operand(term, 1), operand(term, 2)));
  case Op::Select:
    if (const auto read = speltRead(terms_, term)) return spelt(*read, terms_.operand(term, 1));
    return ref(Z3_mk_select(c, operand(term, 0), operand(term, 1)));
  default: std::unreachable();
  }
}

Z3Ast Z3Translator::tableAsArray(Term table) {
  Z3_context c = context_.raw();
  const Sort sort = terms_.sort(table);
  Z3Ast result = ref(Z3_mk_const_array(c, context_.bits(sort.index), number(sort.width, 0).raw()));
  const auto elements = terms_.tableElements(table);
  for (std::size_t i = 0; i != elements.size() && result; ++i) {
    if (elements[i] == 0) continue;
    const Z3Ast index = number(sort.index, i);
    result = ref(Z3_mk_store(c, result.raw(), index.raw(), number(sort.width, elements[i]).raw()));
  }
  return result;
}

Z3Ast Z3Translator::spelt(const SpeltRead& read, Term place) {
  Z3_context c = context_.raw();
  const Z3_ast index = memo_.at(place.id()).ast;
  Z3Ast result = elementOf(read.base, place);
  for (const SpeltRead::Step& step : read.steps | std::views::reverse) {
    if (!result) break;
    if (!step.rows.empty()) {
      Leaves leaves;
      for (const auto& [at, element] : step.rows) leaves.emplace_back(at, ref(memo_.at(element.id()).ast));
      result = tree(leaves, index, result);
      continue;
    }
    const Z3Ast hit = ref(Z3_mk_eq(c, index, operand(step.store, 1)));
    result = ref(Z3_mk_ite(c, hit.raw(), operand(step.store, 2), result.raw()));
  }
  return result;
}

Z3Ast Z3Translator::elementOf(Term base, Term place) {
  if (terms_.op(base) == Op::Table) return tableAsTree(base, place);
  if (terms_.op(base) == Op::ConstArray) return ref(operand(base, 0));
  return ref(Z3_mk_select(context_.raw(), memo_.at(base.id()).ast, memo_.at(place.id()).ast));
}

/// Of the elements that lie where the lowest bits of the place say: the members of one name in a table of records.
Z3Ast Z3Translator::tableAsTree(Term table, Term place) {
  const std::uint32_t width = terms_.sort(table).width, indexWidth = terms_.width(place);
  const logic::KnownBits known = terms_.knownBits(place);
  const auto low = std::min(static_cast<std::uint32_t>(std::countr_one(known.zeros | known.ones)), indexWidth - 1);
  const auto elements = terms_.tableElements(table);
  Leaves leaves;
  for (std::uint64_t at = known.ones & logic::lowMask(low); at < elements.size(); at += std::uint64_t{1} << low)
    leaves.emplace_back(at >> low, number(width, elements[at]));
  const Z3Ast index = ref(Z3_mk_extract(context_.raw(), indexWidth - 1, low, memo_.at(place.id()).ast));
  return tree(leaves, index.raw(), number(width, 0));
}

/// The leaf whose place the index is, or else `other`.
Z3Ast Z3Translator::tree(std::span<const Leaf> leaves, Z3_ast index, const Z3Ast& other) {
  const unsigned width = Z3_get_bv_sort_size(context_.raw(), Z3_get_sort(context_.raw(), index));
  return subtree(leaves, index, width, other);
}

/// Of leaves in order of their places that agree above the lowest `width` bits, as the index does with them. Chooses
/// by the highest bit in which they differ; equal subtrees are one.
Z3Ast Z3Translator::subtree(std::span<const Leaf> leaves, Z3_ast index, unsigned width, const Z3Ast& other) {
  Z3_context c = context_.raw();
  if (leaves.empty()) return other;
  ++choices_;
  const std::uint64_t first = leaves.front().first, last = leaves.back().first;
  const auto open = static_cast<unsigned>(std::bit_width(first ^ last)); // bits in which they differ, and those below
  Z3Ast result = leaves.front().second;
  if (open > 0) {
    const std::uint64_t middle = last >> (open - 1) << (open - 1);
    const auto high = std::ranges::lower_bound(leaves, middle, {}, &Leaf::first);
    const Z3Ast clear = subtree({leaves.begin(), high}, index, open - 1, other);
    const Z3Ast set = subtree({high, leaves.end()}, index, open - 1, other);
    if (!clear || !set) return {};
    const Z3Ast bit = ref(Z3_mk_extract(c, open - 1, open - 1, index));
    const Z3Ast isSet = ref(Z3_mk_eq(c, bit.raw(), number(1, 1).raw()));
    result = clear.raw() == set.raw() ? clear : ref(Z3_mk_ite(c, isSet.raw(), set.raw(), clear.raw()));
  }
  if (open >= width || result.raw() == other.raw()) return result;
  const Z3Ast rest = ref(Z3_mk_extract(c, width - 1, open, index));
  const Z3Ast wanted = number(width - open, (first & logic::lowMask(width)) >> open);
  const Z3Ast inside = ref(Z3_mk_eq(c, rest.raw(), wanted.raw()));
  return ref(Z3_mk_ite(c, inside.raw(), result.raw(), other.raw()));
}

} // namespace beagle::solver
