#include "analysis/logic/ranges.h"

#include <algorithm>
#include <array>

namespace beagle::logic {

namespace {

/// Stores that a read looks through.
constexpr std::size_t maxStores = 64;
constexpr std::uint64_t maxElements = 4096;

KnownBits truthBits(std::optional<bool> value) {
  if (!value) return {~std::uint64_t{1}, 0, 0, 1, -1, 0};
  return *value ? KnownBits{~std::uint64_t{1}, 1, 1, 1, -1, -1} : KnownBits{~std::uint64_t{0}, 0, 0, 0, 0, 0};
}

std::optional<bool> truthOf(const KnownBits& known) {
  if (known.unsignedMin == 1) return true;
  return known.unsignedMax == 0 ? std::optional(false) : std::nullopt;
}

std::optional<bool> decided(bool always, bool never) {
  if (always) return true;
  return never ? std::optional(false) : std::nullopt;
}

std::optional<bool> equality(const KnownBits& a, const KnownBits& b) {
  const bool apart = a.unsignedMax < b.unsignedMin || b.unsignedMax < a.unsignedMin || a.signedMax < b.signedMin ||
                     b.signedMax < a.signedMin || (a.zeros & b.ones) != 0 || (a.ones & b.zeros) != 0;
  return decided(a.unsignedMin == a.unsignedMax && b.unsignedMin == b.unsignedMax && a.unsignedMin == b.unsignedMin,
                 apart);
}

std::optional<bool> junction(std::optional<bool> a, std::optional<bool> b, bool absorbing) {
  if (a == absorbing || b == absorbing) return absorbing;
  return a && b ? std::optional(!absorbing) : std::nullopt;
}

std::optional<bool> comparison(Op op, const KnownBits& a, const KnownBits& b) {
  switch (op) {
  case Op::ULess: return decided(a.unsignedMax < b.unsignedMin, a.unsignedMin >= b.unsignedMax);
  case Op::ULessEqual: return decided(a.unsignedMax <= b.unsignedMin, a.unsignedMin > b.unsignedMax);
  case Op::SLess: return decided(a.signedMax < b.signedMin, a.signedMin >= b.signedMax);
  default: return decided(a.signedMax <= b.signedMin, a.signedMin > b.signedMax);
  }
}

} // namespace

bool RangeEvaluator::isPlain(Term term) const {
  const Sort sort = m_.sort(term);
  return (sort.isBits() || sort.isBool()) && sort.width <= 64;
}

void RangeEvaluator::reset() {
  known_.clear();
  contradiction_ = false;
  if (++epoch_ != 0) return;
  std::ranges::fill(slots_, Slot{});
  epoch_ = 1;
}

bool RangeEvaluator::done(Term term) const {
  const Slot& slot = slots_[term.id()];
  return slot.epoch == epoch_ && slot.done;
}

void RangeEvaluator::assume(Term term, const KnownBits& known) {
  if (slots_.size() <= m_.termCount()) slots_.resize(m_.termCount() + m_.termCount() / 4 + 1);
  Slot& slot = slots_[term.id()];
  if (slot.epoch != epoch_) {
    slot = {epoch_, static_cast<std::uint32_t>(known_.size()), false};
    known_.push_back(known);
    return;
  }
  KnownBits& place = known_[slot.place];
  place = intersection(place, known, m_.width(term));
  contradiction_ = contradiction_ || isEmpty(place);
}

void RangeEvaluator::set(Term term, KnownBits known) {
  ++nodesEvaluated_;
  Slot& slot = slots_[term.id()];
  if (slot.epoch == epoch_) {
    known = intersection(known, known_[slot.place], m_.width(term));
    known_[slot.place] = known;
  } else {
    slot = {epoch_, static_cast<std::uint32_t>(known_.size()), true};
    known_.push_back(known);
  }
  slot.done = true;
  contradiction_ = contradiction_ || isEmpty(known);
}

bool RangeEvaluator::want(Term term) {
  if (done(term)) return true;
  stack_.push_back(term);
  return false;
}

bool RangeEvaluator::wantOperands(Term term) {
  bool ready = true;
  if (m_.op(term) == Op::Select) {
    ready = want(m_.operand(term, 1));
    Term array = m_.operand(term, 0);
    for (std::size_t i = 0; m_.op(array) == Op::Store && i < maxStores; ++i, array = m_.operand(array, 0))
      ready = want(m_.operand(array, 2)) && ready;
    if (m_.op(array) == Op::ConstArray) ready = want(m_.operand(array, 0)) && ready;
    return ready;
  }
  if (m_.op(term) > Op::SLessEqual) return true;
  for (const Term operand : m_.operands(term))
    if (isPlain(operand)) ready = want(operand) && ready;
  return ready;
}

KnownBits RangeEvaluator::of(Term term) {
  if (!isPlain(term)) return {};
  if (slots_.size() <= m_.termCount()) slots_.resize(m_.termCount() + m_.termCount() / 4 + 1);
  stack_.assign(1, term);
  while (!stack_.empty()) {
    // Nothing can be computed from a value that does not exist.
    if (contradiction_) return unknownBits(m_.width(term));
    const Term next = stack_.back();
    if (done(next)) {
      stack_.pop_back();
      continue;
    }
    if (!wantOperands(next)) continue;
    stack_.pop_back();
    set(next, compute(next));
  }
  return known(term);
}

std::optional<bool> RangeEvaluator::truth(Term term) { return truthOf(of(term)); }

KnownBits RangeEvaluator::compute(Term term) const {
  const Op op = m_.op(term);
  const auto operands = m_.operands(term);
  if (op == Op::Select) return computeSelect(term);
  std::array<KnownBits, 3> values;
  bool plain = op <= Op::SLessEqual;
  for (std::size_t i = 0; plain && i < operands.size(); ++i) {
    if (isPlain(operands[i])) values[i] = known(operands[i]);
    else plain = op == Op::Extract; // of what is wider
  }
  if (op == Op::Ite && plain)
    if (const auto condition = truthOf(values[0])) return values[*condition ? 1 : 2];
  if (!m_.sort(term).isBool()) return plain ? knownBitsFrom(m_, term, values) : unknownBits(m_.width(term));
  if (!plain) return truthBits({});
  switch (op) {
  case Op::Constant: return truthBits(m_.isTrue(term));
  case Op::Equal: return truthBits(equality(values[0], values[1]));
  case Op::Ite: return truthBits(truthOf(values[1]) == truthOf(values[2]) ? truthOf(values[1]) : std::nullopt);
  case Op::Not: {
    const auto value = truthOf(values[0]);
    return truthBits(value ? std::optional(!*value) : std::nullopt);
  }
  case Op::And: return truthBits(junction(truthOf(values[0]), truthOf(values[1]), false));
  case Op::Or: return truthBits(junction(truthOf(values[0]), truthOf(values[1]), true));
  case Op::Xor: {
    const auto a = truthOf(values[0]), b = truthOf(values[1]);
    return truthBits(a && b ? std::optional(*a != *b) : std::nullopt);
  }
  case Op::ULess:
  case Op::ULessEqual:
  case Op::SLess:
  case Op::SLessEqual: return truthBits(comparison(op, values[0], values[1]));
  default: return truthBits({});
  }
}

/// Any element that the index may reach, or that was stored.
KnownBits RangeEvaluator::computeSelect(Term term) const {
  const std::uint32_t width = m_.width(term);
  std::optional<KnownBits> result;
  const auto add = [&](const KnownBits& known) { result = result ? unionOf(*result, known) : known; };
  Term array = m_.operand(term, 0);
  for (std::size_t i = 0; m_.op(array) == Op::Store; ++i, array = m_.operand(array, 0)) {
    if (i == maxStores) return unknownBits(width);
    add(known(m_.operand(array, 2)));
  }
  if (m_.op(array) == Op::ConstArray) {
    add(known(m_.operand(array, 0)));
    return *result;
  }
  const KnownBits& index = known(m_.operand(term, 1));
  if (m_.op(array) != Op::Table || index.unsignedMax - index.unsignedMin >= maxElements) return unknownBits(width);
  const auto elements = m_.tableElements(array);
  for (std::uint64_t i = index.unsignedMin; i <= index.unsignedMax; ++i) {
    if ((i & index.zeros) != 0 || (~i & index.ones) != 0) continue;
    add(constantBits(i < elements.size() ? elements[i] : 0, width));
    if (i >= elements.size()) break; // zeros from here on
  }
  return result ? *result : unknownBits(width);
}

} // namespace beagle::logic
