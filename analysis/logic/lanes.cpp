#include "analysis/logic/lanes.h"

#include "analysis/logic/fold.h"

#include <algorithm>

namespace beagle::logic {

namespace {

/// One loop per operator, so that each is a plain loop over three arrays.
template <Op op>
void apply(const Operation& f, const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out, std::size_t count) {
  Operation own = f;
  own.op = op;
  for (std::size_t i = 0; i < count; ++i) out[i] = fold64(own, a[i], b[i]);
}

using Loop = void (*)(const Operation&, const std::uint64_t*, const std::uint64_t*, std::uint64_t*, std::size_t);

template <std::size_t... numbers> constexpr auto loops(std::index_sequence<numbers...> /*all*/) {
  return std::array<Loop, sizeof...(numbers)>{apply<static_cast<Op>(numbers + static_cast<std::size_t>(Op::Equal))>...};
}

constexpr std::size_t plainOps = static_cast<std::size_t>(Op::SLessEqual) - static_cast<std::size_t>(Op::Equal) + 1;
constexpr auto plainLoops = loops(std::make_index_sequence<plainOps>());

} // namespace

LaneEvaluator::Knowledge LaneEvaluator::knowsItself(Term term) const {
  constexpr std::uint32_t widest = 256;
  const Sort sort = m_.sort(term);
  const bool plain = (sort.isBits() || sort.isBool()) && sort.width <= 64;
  switch (m_.op(term)) {
  case Op::Store:
  case Op::ConstArray:
  case Op::Table: return sort.width <= 64 && sort.index <= 64 ? Knowledge::Yes : Knowledge::No;
  case Op::Variable:
  case Op::Select: return plain ? Knowledge::Yes : Knowledge::No;
  case Op::Apply:
  case Op::FpRem: return Knowledge::No; // a step for each bit between the exponents
  case Op::Constant: break;
  default:
    if (sort.isArray() || m_.sort(m_.operands(term).back()).isArray()) return Knowledge::No;
  }
  if (plain && isPlain(m_.op(term))) return Knowledge::Yes;
  return sort.width <= widest ? Knowledge::Slow : Knowledge::No;
}

LaneEvaluator::Knowledge LaneEvaluator::knowledgeOf(Term term) {
  if (knowledge_.size() <= m_.termCount()) knowledge_.resize(m_.termCount() + m_.termCount() / 4 + 1);
  if (knowledge_[term.id()] != Knowledge::Unknown) return knowledge_[term.id()];
  stack_.assign(1, term);
  while (!stack_.empty()) {
    const Term next = stack_.back();
    Knowledge result = knowsItself(next);
    bool ready = true;
    if (result != Knowledge::No)
      for (const Term operand : m_.operands(next)) {
        const Knowledge about = knowledge_[operand.id()];
        result = std::max(result, about);
        if (about != Knowledge::Unknown) continue;
        ready = false;
        stack_.push_back(operand);
      }
    if (!ready && result != Knowledge::No) continue;
    // What was pushed for nothing is looked at all the same.
    if (ready) stack_.pop_back();
    knowledge_[next.id()] = result;
  }
  return knowledge_[term.id()];
}

void LaneEvaluator::reset(std::size_t count) {
  count_ = count;
  used_ = 0;
  if (++epoch_ != 0) return;
  std::ranges::fill(slots_, Slot{});
  epoch_ = 1;
}

LaneEvaluator::Values& LaneEvaluator::begin(Term term) {
  if (slots_.size() <= term.id()) slots_.resize(m_.termCount() + m_.termCount() / 4 + 1);
  slots_[term.id()] = {epoch_, static_cast<std::uint32_t>(used_)};
  used_ += (m_.width(term) + 63) / 64;
  while (blocks_.size() < used_) blocks_.push_back(std::make_unique<Values>());
  return valuesOf(term);
}

LaneEvaluator::Values& LaneEvaluator::assign(Term variable) { return begin(variable); }

const LaneEvaluator::Values& LaneEvaluator::of(Term term) {
  if (slots_.size() <= m_.termCount()) slots_.resize(m_.termCount() + m_.termCount() / 4 + 1);
  stack_.assign(1, term);
  while (!stack_.empty()) {
    const Term next = stack_.back();
    if (done(next)) {
      stack_.pop_back();
      continue;
    }
    bool ready = true;
    for (const Term operand : m_.operands(next))
      if (!done(operand)) {
        stack_.push_back(operand);
        ready = false;
      }
    if (!ready) continue;
    stack_.pop_back();
    compute(next);
  }
  return valuesOf(term);
}

void LaneEvaluator::compute(Term term) {
  if (m_.sort(term).isArray()) { // read by selects, has no value of its own
    slots_[term.id()].epoch = epoch_;
    return;
  }
  ++nodesEvaluated_;
  Values& out = begin(term);
  switch (m_.op(term)) {
  case Op::Constant: {
    const BitVector value = m_.bits(term);
    for (std::uint32_t w = 0; w < value.wordCount(); ++w) std::fill_n(wordsOf(term, w).begin(), count_, value.word(w));
    return;
  }
  case Op::Ite: return choose(term);
  case Op::Select: return computeSelect(term, out);
  default: break;
  }
  const auto isNarrow = [&](Term operand) { return m_.width(operand) <= 64; };
  if (isPlain(m_.op(term)) && isNarrow(term) && std::ranges::all_of(m_.operands(term), isNarrow))
    computePlain(term, out);
  else computeSlow(term);
}

void LaneEvaluator::choose(Term ite) {
  const Values& condition = valuesOf(m_.operand(ite, 0));
  for (std::uint32_t w = 0; w * 64 < m_.width(ite); ++w) {
    const Values& then = wordsOf(m_.operand(ite, 1), w);
    const Values& otherwise = wordsOf(m_.operand(ite, 2), w);
    Values& out = wordsOf(ite, w);
    for (std::size_t i = 0; i < count_; ++i) out[i] = condition[i] != 0 ? then[i] : otherwise[i];
  }
}

/// How many plain operations take as long, about.
std::uint64_t LaneEvaluator::priceOf(Term slow) const {
  const Sort sort = m_.sort(m_.operands(slow).back());
  const bool byMachine = sort.isBits() || sort.format() == FloatFormat::Single || sort.format() == FloatFormat::Double;
  switch (m_.op(slow)) {
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem: return 5000;
  case Op::FpDiv:
  case Op::FpSqrt: return byMachine ? 200 : 40'000;
  default: return byMachine && m_.op(slow) != Op::FpFma ? 200 : 2000;
  }
}

/// One lane after the other.
void LaneEvaluator::computeSlow(Term term) {
  nodesEvaluated_ += priceOf(term) - 1;
  const auto operands = m_.operands(term);
  const Operation operation{m_.op(term), m_.sort(term), m_.sort(operands.back()), m_.parameter(term, 0),
                            m_.parameter(term, 1)};
  operands_.resize(operands.size());
  for (std::size_t i = 0; i < count_; ++i) {
    for (std::size_t o = 0; o < operands.size(); ++o) {
      const std::uint32_t width = m_.width(operands[o]);
      operands_[o] = BitVector(width, valuesOf(operands[o])[i]);
      for (std::uint32_t w = 1; w * 64 < width; ++w) operands_[o].setWord(w, wordsOf(operands[o], w)[i]);
    }
    const BitVector value = foldWide(operation, operands_);
    for (std::uint32_t w = 0; w < value.wordCount(); ++w) wordsOf(term, w)[i] = value.word(w);
  }
}

void LaneEvaluator::computePlain(Term term, Values& out) {
  const auto operands = m_.operands(term);
  const Term a = operands.front(), b = operands.back();
  const Op op = m_.op(term);
  const std::uint32_t low = op == Op::Extract ? m_.parameter(term, 1) : 0;
  const Operation operation{op, m_.sort(term), m_.sort(b), 0, low};
  plainLoops[static_cast<std::size_t>(op) - static_cast<std::size_t>(Op::Equal)](
      operation, valuesOf(a).data(), valuesOf(b).data(), out.data(), count_);
}

/// The base first, then the stores on it, the oldest first.
void LaneEvaluator::computeSelect(Term term, Values& out) {
  const Values& index = valuesOf(m_.operand(term, 1));
  Term array = m_.operand(term, 0);
  stores_.clear();
  while (m_.op(array) == Op::Store) {
    stores_.push_back(array);
    array = m_.operand(array, 0);
  }
  if (m_.op(array) == Op::Table) {
    const auto elements = m_.tableElements(array);
    for (std::size_t i = 0; i < count_; ++i) out[i] = index[i] < elements.size() ? elements[index[i]] : 0;
  } else {
    std::copy_n(valuesOf(m_.operand(array, 0)).begin(), count_, out.begin());
  }
  for (auto store = stores_.rbegin(); store != stores_.rend(); ++store) {
    const Values& place = valuesOf(m_.operand(*store, 1));
    const Values& element = valuesOf(m_.operand(*store, 2));
    for (std::size_t i = 0; i < count_; ++i) out[i] = index[i] == place[i] ? element[i] : out[i];
  }
}

} // namespace beagle::logic
