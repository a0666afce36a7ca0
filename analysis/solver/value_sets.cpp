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

/// With all places, or with none.
ValueSet setOfBits(std::uint64_t demanded, bool all) {
  ValueSet set;
  set.demanded = demanded;
  const auto bits = static_cast<std::uint32_t>(std::popcount(demanded));
  set.words.assign(wordsFor(bits), !all ? 0 : bits < 6 ? logic::lowMask(1U << bits) : ~std::uint64_t{0});
  return set;
}

/// Fills `count` and `known` from the words; `width` is the variable's.
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
  const std::uint64_t places = logic::lowMask(static_cast<std::uint32_t>(std::popcount(set.demanded)));
  exact.unsignedMin = set.valueAt(least);
  exact.unsignedMax = set.valueAt(most);
  exact.ones = set.valueAt(all & places);
  exact.zeros = ~set.valueAt(any & places);
  set.known = logic::intersection(set.known, exact, width);
}

} // namespace

std::uint64_t ValueSet::valueAt(std::uint64_t place) const {
  if ((demanded & (demanded + 1)) == 0) return place; // nothing to be spread
  std::uint64_t value = 0;
  for (std::uint64_t bits = demanded; place != 0; bits &= bits - 1, place >>= 1)
    if (place & 1) value |= bits & -bits;
  return value;
}

void ValueSets::list(ValueSet& set) {
  if (!set.places.empty()) return;
  set.places.reserve(set.count);
  for (std::size_t w = 0; w < set.words.size(); ++w)
    for (std::uint64_t word = set.words[w]; word != 0; word &= word - 1)
      set.places.push_back(static_cast<std::uint16_t>(w * 64 + static_cast<std::uint64_t>(std::countr_zero(word))));
  words_ += set.count / 4;
}

bool ValueSets::isNarrow(std::uint32_t variable, std::uint32_t width) const {
  const Term term = terms_.variableAt(variable);
  if (!term) return false;
  const logic::Sort sort = terms_.sort(term);
  return (sort.isBits() || sort.isBool()) && sort.width <= width;
}

const ValueSets::Bytes* ValueSets::bytesOf(std::uint32_t variable, Term constraint) {
  if (bytesOf_.size() <= constraint.id()) bytesOf_.resize(terms_.termCount() + terms_.termCount() / 4 + 1);
  if (const std::uint32_t place = bytesOf_[constraint.id()]; place != 0) return &bytes_[place - 1];
  if (!lanes_.knows(constraint)) return nullptr;
  const Term term = terms_.variableAt(variable);
  const std::size_t count = std::size_t{1} << terms_.width(term);
  lanes_.reset(count);
  LaneEvaluator::Values& values = lanes_.assign(term);
  for (std::size_t i = 0; i < count; ++i) values[i] = i;
  const LaneEvaluator::Values& truth = lanes_.of(constraint);
  Bytes& holding = bytes_.emplace_back();
  for (std::size_t i = 0; i < count; ++i) holding[i / 64] |= truth[i] << (i % 64);
  bytesOf_[constraint.id()] = static_cast<std::uint32_t>(bytes_.size());
  return &holding;
}

ValueSet& ValueSets::setOf(std::uint32_t variable, std::uint64_t demanded, std::span<const Term> constraints) {
  const std::uint32_t width = terms_.width(terms_.variableAt(variable));
  if (width <= 8) {
    ValueSet& small = small_.emplace_back(setOfBits(logic::lowMask(width), true));
    for (const Term constraint : constraints)
      if (const Bytes* holds = bytesOf(variable, constraint))
        for (std::size_t w = 0; w < small.words.size(); ++w) small.words[w] &= (*holds)[w];
    summarise(small, width);
    return small;
  }
  std::uint32_t set = full(variable, demanded);
  for (const Term constraint : constraints)
    if (lanes_.knows(constraint)) set = shrunk(set, variable, constraint);
  return sets_[set];
}

void ValueSets::tidy() {
  small_.clear();
  if (words_ <= maxWords) return;
  sets_.clear();
  full_.clear();
  shrunk_.clear();
  words_ = 0;
}

std::uint32_t ValueSets::keep(ValueSet set, std::uint32_t width) {
  summarise(set, width);
  words_ += set.words.size();
  sets_.push_back(std::move(set));
  return static_cast<std::uint32_t>(sets_.size() - 1);
}

std::uint32_t ValueSets::full(std::uint32_t variable, std::uint64_t demanded) {
  const std::uint32_t width = terms_.width(terms_.variableAt(variable));
  const auto [at, isNew] = full_.try_emplace({width, demanded}, 0);
  if (isNew) at->second = keep(setOfBits(demanded, true), width);
  return at->second;
}

std::uint32_t ValueSets::shrunk(std::uint32_t set, std::uint32_t variable, Term constraint) {
  const std::uint64_t key = static_cast<std::uint64_t>(set) << 32 | constraint.id();
  if (const auto known = shrunk_.find(key); known != shrunk_.end()) return known->second;
  const Term term = terms_.variableAt(variable);
  const ValueSet& from = sets_[set];
  ValueSet result = setOfBits(from.demanded, false);
  std::array<std::uint32_t, LaneEvaluator::lanes> places{};
  std::size_t count = 0;
  const auto look = [&] {
    lanes_.reset(count);
    LaneEvaluator::Values& values = lanes_.assign(term);
    for (std::size_t i = 0; i < count; ++i) values[i] = from.valueAt(places[i]);
    const LaneEvaluator::Values& truth = lanes_.of(constraint);
    for (std::size_t i = 0; i < count; ++i) result.words[places[i] / 64] |= truth[i] << (places[i] % 64);
    count = 0;
  };
  for (std::size_t w = 0; w < from.words.size(); ++w)
    for (std::uint64_t word = from.words[w]; word != 0; word &= word - 1) {
      places[count++] = static_cast<std::uint32_t>(w * 64 + static_cast<std::uint64_t>(std::countr_zero(word)));
      if (count == places.size()) look();
    }
  if (count != 0) look();
  const std::uint32_t made = keep(std::move(result), terms_.width(term));
  shrunk_.emplace(key, made);
  return made;
}

// --- a conjunction by its variables --------------------------------------------------------------------------------

SmallView::Variable& SmallView::variable(std::uint32_t number) {
  if (placeOf_.size() <= number) placeOf_.resize(number + number / 4 + 1);
  std::uint32_t& place = placeOf_[number];
  if (place < variables_.size() && variables_[place].number == number) return variables_[place];
  place = static_cast<std::uint32_t>(variables_.size());
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
  }
  findDemanded(constraints);
  findIntervals(constraints);
  for (const Term constraint : constraints) {
    const auto support = terms_.support(constraint);
    Variable& first = variable(support.front());
    // To try many values of something slow is left to the search, which may give up.
    const bool dear = std::popcount(first.demanded) > 8 && sets_.lanes().slow(constraint);
    if (support.size() > 1 || !isSmall(first) || dear) joint_.push_back(constraint);
    if (support.size() == 1 && !dear) first.alone.push_back(constraint);
  }
  for (Variable& each : variables_) {
    if (!isSmall(each)) {
      each.known = logic::unknownBits(terms_.width(each.term));
      if (!each.within || each.within->empty()) continue;
      KnownBits ends = each.known;
      ends.unsignedMin = each.within->front().first;
      ends.unsignedMax = each.within->back().last;
      each.known = logic::intersection(each.known, ends, terms_.width(each.term));
      continue;
    }
    each.set = &sets_.setOf(each.number, each.demanded, each.alone);
    each.known = each.set->known;
  }
  return true;
}

bool SmallView::isSmall(const Variable& variable) const {
  const bool wide = !sets_.isNarrow(variable.number, ValueSets::maxBits);
  return std::popcount(variable.demanded) <= (wide ? ValueSets::maxBitsOfWide : ValueSets::maxBits);
}

/// All bits of a variable of at most 8; of a wider one those that some constraint looks at.
void SmallView::findDemanded(std::span<const Term> constraints) {
  bool allNarrow = true;
  for (Variable& each : variables_) {
    const bool narrow = sets_.isNarrow(each.number, 8);
    each.demanded = narrow ? logic::lowMask(terms_.width(each.term)) : 0;
    allNarrow = allNarrow && narrow;
  }
  if (allNarrow) return;
  for (const Term constraint : constraints) {
    const auto support = terms_.support(constraint);
    const auto demanded = sets_.demandedOf(constraint);
    for (std::size_t i = 0; i < support.size(); ++i) variable(support[i]).demanded |= demanded[i];
  }
}

/// A wide variable whose values are small has zeros in its high bits. (Where it has no value, zero is none either.)
void SmallView::findIntervals(std::span<const Term> constraints) {
  for (const Term constraint : constraints) {
    const auto support = terms_.support(constraint);
    if (support.size() != 1) continue;
    Variable& each = variable(support.front());
    if (isSmall(each) || !terms_.sort(each.term).isBits() || terms_.width(each.term) > 64) continue;
    const Intervals* set = sets_.intervals().of(each.term, constraint);
    if (set) each.within = each.within ? intersection(*each.within, *set) : *set;
  }
  for (Variable& each : variables_) {
    if (!each.within) continue;
    const std::uint64_t most = each.within->empty() ? 0 : each.within->back().last;
    if (most <= logic::lowMask(ValueSets::maxBitsOfWide)) each.demanded = logic::lowMask(std::bit_width(most));
  }
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
