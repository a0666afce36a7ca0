#include "analysis/solver/value_sets.h"

#include "analysis/logic/bit_vector.h"

#include <algorithm>
#include <bit>

namespace beagle::solver {

using logic::KnownBits;
using logic::LaneEvaluator;
using logic::Op;

namespace {

/// Sets of 16 bits take 8 KB each, and up to 128 KB when they are listed; past this, all are forgotten.
constexpr std::size_t maxWords = std::size_t{1} << 19;

constexpr std::uint32_t wordsFor(std::uint32_t width) { return width <= 6 ? 1 : 1U << (width - 6); }

ValueSet setWith(std::size_t words, std::uint64_t each) {
  ValueSet set;
  set.words.assign(words, each);
  return set;
}

/// Fills `count` and `known` from the words.
void summarise(ValueSet& set, std::uint32_t width) {
  set.count = 0;
  set.known = logic::unknownBits(width);
  std::uint64_t all = ~std::uint64_t{0}, any = 0;
  std::uint64_t least = 0, most = 0;
  bool first = true;
  for (std::size_t w = 0; w < set.words.size(); ++w) {
    const std::uint64_t word = set.words[w];
    if (word == 0) continue;
    set.count += static_cast<std::uint32_t>(std::popcount(word));
    if (first) least = w * 64 + static_cast<std::uint64_t>(std::countr_zero(word));
    most = w * 64 + 63 - static_cast<std::uint64_t>(std::countl_zero(word));
    first = false;
    // Which of the low six bits the values in this word have, by the places of its ones.
    static constexpr std::uint64_t withBit[] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                                0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
    std::uint64_t ones = w * 64, zeros = ~(w * 64 + 63);
    for (std::uint32_t b = 0; b < 6; ++b) {
      if ((word & ~withBit[b]) == 0) ones |= std::uint64_t{1} << b;
      if ((word & withBit[b]) == 0) zeros |= std::uint64_t{1} << b;
    }
    all &= ones;
    any |= ~zeros;
  }
  if (first) return;
  KnownBits exact = logic::unknownBits(width);
  exact.unsignedMin = least;
  exact.unsignedMax = most;
  exact.ones = all & logic::lowMask(width);
  exact.zeros = ~any;
  set.known = logic::intersection(set.known, exact, width);
}

} // namespace

const std::vector<std::uint16_t>& ValueSet::values() const {
  if (!listed_.empty()) return listed_;
  listed_.reserve(count);
  for (std::size_t w = 0; w < words.size(); ++w)
    for (std::uint64_t word = words[w]; word != 0; word &= word - 1)
      listed_.push_back(static_cast<std::uint16_t>(w * 64 + static_cast<std::uint64_t>(std::countr_zero(word))));
  return listed_;
}

bool ValueSets::isSmall(std::uint32_t variable, std::uint32_t width) const {
  const Term term = terms_.variableAt(variable);
  if (!term) return false;
  const logic::Sort sort = terms_.sort(term);
  return (sort.isBits() || sort.isBool()) && sort.width <= width;
}

const ValueSets::Mask* ValueSets::maskOf(std::uint32_t variable, Term constraint) {
  if (maskOf_.size() <= constraint.id()) maskOf_.resize(terms_.termCount() + terms_.termCount() / 4 + 1);
  if (const std::uint32_t place = maskOf_[constraint.id()]; place != 0) return &masks_[place - 1];
  if (!lanes_.knows(constraint)) return nullptr;
  const Term term = terms_.variableAt(variable);
  const std::size_t count = std::size_t{1} << terms_.width(term);
  lanes_.reset(count);
  LaneEvaluator::Values& values = lanes_.assign(term);
  for (std::size_t i = 0; i < count; ++i) values[i] = i;
  const LaneEvaluator::Values& truth = lanes_.of(constraint);
  Mask& mask = masks_.emplace_back();
  for (std::size_t i = 0; i < count; ++i) mask[i / 64] |= truth[i] << (i % 64);
  maskOf_[constraint.id()] = static_cast<std::uint32_t>(masks_.size());
  return &mask;
}

const ValueSet& ValueSets::setOf(std::uint32_t variable, std::span<const Term> constraints) {
  const std::uint32_t width = terms_.width(terms_.variableAt(variable));
  if (width <= 8) {
    ValueSet& small = small_.emplace_back();
    small.words.assign(wordsFor(width), width < 6 ? logic::lowMask(1U << width) : ~std::uint64_t{0});
    for (const Term constraint : constraints)
      if (const Mask* mask = maskOf(variable, constraint))
        for (std::size_t w = 0; w < small.words.size(); ++w) small.words[w] &= (*mask)[w];
    summarise(small, width);
    return small;
  }
  std::uint32_t set = full(width);
  for (const Term constraint : constraints)
    if (lanes_.knows(constraint)) set = shrunk(set, variable, constraint);
  return sets_[set];
}

void ValueSets::tidy() {
  small_.clear();
  if (words_ <= maxWords) return;
  sets_.clear();
  full_ = {};
  shrunk_.clear();
  words_ = 0;
}

std::uint32_t ValueSets::keep(ValueSet set, std::uint32_t width) {
  summarise(set, width);
  words_ += set.words.size() + set.count / 8;
  sets_.push_back(std::move(set));
  return static_cast<std::uint32_t>(sets_.size() - 1);
}

std::uint32_t ValueSets::full(std::uint32_t width) {
  if (full_[width] == 0) full_[width] = keep(setWith(wordsFor(width), ~std::uint64_t{0}), width) + 1;
  return full_[width] - 1;
}

std::uint32_t ValueSets::shrunk(std::uint32_t set, std::uint32_t variable, Term constraint) {
  const std::uint64_t key = static_cast<std::uint64_t>(set) << 32 | constraint.id();
  if (const auto known = shrunk_.find(key); known != shrunk_.end()) return known->second;
  const Term term = terms_.variableAt(variable);
  const std::vector<std::uint16_t>& values = sets_[set].values();
  ValueSet result = setWith(sets_[set].words.size(), 0);
  for (std::size_t from = 0; from < values.size(); from += LaneEvaluator::lanes) {
    const std::size_t count = std::min(values.size() - from, LaneEvaluator::lanes);
    lanes_.reset(count);
    LaneEvaluator::Values& lanes = lanes_.assign(term);
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(from), count, lanes.begin());
    const LaneEvaluator::Values& truth = lanes_.of(constraint);
    for (std::size_t i = 0; i < count; ++i) result.words[values[from + i] / 64] |= truth[i] << (values[from + i] % 64);
  }
  const std::uint32_t made = keep(std::move(result), terms_.width(term));
  shrunk_.emplace(key, made);
  return made;
}

// --- a conjunction by its variables --------------------------------------------------------------------------------

SmallView::Variable& SmallView::variable(std::uint32_t number) {
  for (Variable& known : variables_)
    if (known.number == number) return known;
  Variable& made = variables_.emplace_back();
  made.number = number;
  made.term = terms_.variableAt(number);
  return made;
}

bool SmallView::read(std::span<const Term> constraints) {
  variables_.clear();
  joint_.clear();
  sets_.tidy();
  for (const Term constraint : constraints) {
    const auto support = terms_.support(constraint);
    if (support.empty() || support.size() > 64 || !sets_.knows(constraint)) return false;
    for (const std::uint32_t number : support) (void)variable(number);
    if (support.size() > 1 || !sets_.isSmall(support.front())) joint_.push_back(constraint);
    if (support.size() == 1) variable(support.front()).alone.push_back(constraint);
  }
  for (Variable& each : variables_) {
    if (!sets_.isSmall(each.number)) {
      each.known = logic::unknownBits(terms_.width(each.term));
      continue;
    }
    each.set = &sets_.setOf(each.number, each.alone);
    each.known = each.set->known;
  }
  return true;
}

const SmallView::Variable* SmallView::impossible() const {
  for (const Variable& each : variables_)
    if (each.set && each.set->count == 0) return &each;
  return nullptr;
}

bool SmallView::allSmall() const {
  return std::ranges::all_of(variables_, [](const Variable& each) { return each.set != nullptr; });
}

// --- what comparisons say ------------------------------------------------------------------------------------------

namespace {

/// a < b, or a <= b: bounds for both sides by those of the other one.
void assumeOrder(logic::RangeEvaluator& ranges, Term a, Term b, std::uint32_t width, bool isSigned, bool strict) {
  const KnownBits left = ranges.of(a), right = ranges.of(b);
  KnownBits below = logic::unknownBits(width), above = below;
  if (isSigned) {
    if (strict && (right.signedMax == below.signedMin || left.signedMin == below.signedMax)) return;
    below.signedMax = right.signedMax - (strict ? 1 : 0);
    above.signedMin = left.signedMin + (strict ? 1 : 0);
  } else {
    if (strict && (right.unsignedMax == 0 || left.unsignedMin == below.unsignedMax)) return;
    below.unsignedMax = right.unsignedMax - (strict ? 1 : 0);
    above.unsignedMin = left.unsignedMin + (strict ? 1 : 0);
  }
  ranges.assume(a, below);
  ranges.assume(b, above);
}

} // namespace

void assumeComparison(TermManager& terms, logic::RangeEvaluator& ranges, Term constraint) {
  bool negated = false;
  if (terms.op(constraint) == Op::Not) {
    negated = true;
    constraint = terms.operand(constraint, 0);
  }
  const Op op = terms.op(constraint);
  if (op != Op::Equal && (op < Op::ULess || op > Op::SLessEqual)) return;
  Term a = terms.operand(constraint, 0), b = terms.operand(constraint, 1);
  const logic::Sort sort = terms.sort(a);
  if (!sort.isBits() || sort.width > 64) return;
  if (op == Op::Equal) {
    if (negated) return;
    const KnownBits left = ranges.of(a), right = ranges.of(b);
    ranges.assume(a, right);
    ranges.assume(b, left);
    return;
  }
  bool strict = op == Op::ULess || op == Op::SLess;
  const bool isSigned = op == Op::SLess || op == Op::SLessEqual;
  if (negated) { // a < b does not hold: b <= a
    std::swap(a, b);
    strict = !strict;
  }
  assumeOrder(ranges, a, b, sort.width, isSigned, strict);
}

} // namespace beagle::solver
