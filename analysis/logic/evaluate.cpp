#include "analysis/logic/evaluate.h"

#include "analysis/logic/float_value.h"
#include "analysis/logic/fold.h"

#include <algorithm>
#include <utility>

namespace beagle::logic {

// --- Assignment ----------------------------------------------------------------------------------

void Assignment::set(Term variable, const BitVector& value) {
  if (value.width() <= 64) small_[variable] = value.low64();
  else wide_[variable] = value;
}

BitVector Assignment::bits(Term variable, std::uint32_t width) const {
  if (width <= 64) return BitVector(width, bits64(variable));
  const auto found = wide_.find(variable);
  return found == wide_.end() ? BitVector(width, bits64(variable)) : found->second;
}

const ArrayValue* Assignment::array(Term variable) const {
  const auto found = arrays_.find(variable);
  return found == arrays_.end() ? nullptr : &found->second;
}

const FunctionValue* Assignment::function(FunctionId function) const {
  const auto found = functions_.find(function);
  return found == functions_.end() ? nullptr : &found->second;
}

void appendWords(std::vector<std::uint64_t>& words, const ArrayValue& argument) {
  const auto append = [&](const BitVector& value) {
    for (std::uint32_t i = 0; i < value.wordCount(); ++i) words.push_back(value.word(i));
  };
  append(argument.otherwise);
  for (const auto& [place, element] : argument.elements) {
    if (element == argument.otherwise) continue;
    words.push_back(place);
    append(element);
  }
}

// --- Evaluator -----------------------------------------------------------------------------------

Evaluator::Evaluator(TermManager& manager, const Assignment& assignment)
    : m_(manager), assignment_(&assignment), memory_(manager.takeSlots()) {
  memory_.begin();
}

Evaluator::~Evaluator() { m_.keepSlots(std::move(memory_)); }

void Evaluator::reset(const Assignment& assignment) {
  assignment_ = &assignment;
  wide_.clear();
  stores_.clear();
  memory_.begin();
}

BitVector Evaluator::bits(Term term) {
  if (m_.width(term) <= 64) return BitVector(m_.width(term), value(term));
  return wide_[value(term)];
}

BitVector Evaluator::wide(Term term) const {
  const std::uint32_t width = m_.width(term);
  return width <= 64 ? BitVector(width, small(term)) : wide_[small(term)];
}

void Evaluator::setWide(Term term, const BitVector& value) {
  if (m_.width(term) <= 64) return setSmall(term, value.low64());
  setSmall(term, wide_.size());
  wide_.push_back(value);
}

std::uint64_t Evaluator::value(Term term) {
  if (memory_.slots.size() <= m_.termCount()) memory_.slots.resize(m_.termCount() + m_.termCount() / 4 + 1);
  if (!known(term) && !leaf(term)) run(term);
  return small(term);
}

/// Leaves have their values at once.
bool Evaluator::leaf(Term term) {
  const Op op = m_.op(term);
  if (op == Op::Constant) {
    if (m_.width(term) <= 64) setSmall(term, m_.bits64(term));
    else setWide(term, m_.bits(term));
    return true;
  }
  if (op != Op::Variable) return false;
  const Sort sort = m_.sort(term);
  if (sort.isFloat()) setWide(term, canonicalFloat(sort.format(), assignment_->bits(term, sort.width)));
  else if (sort.width <= 64) setSmall(term, assignment_->bits64(term) & lowMask(sort.width));
  else setWide(term, assignment_->bits(term, sort.width));
  return true;
}

void Evaluator::run(Term term) {
  stack_.clear();
  stack_.push_back({term, Term(), 0});
  while (!stack_.empty()) {
    const std::size_t frame = stack_.size() - 1;
    if (known(stack_[frame].term)) {
      stack_.pop_back();
      continue;
    }
    if (!step(frame)) continue;
    ++nodesEvaluated_;
    stack_.pop_back();
  }
}

bool Evaluator::step(std::size_t frame) {
  const Term term = stack_[frame].term;
  const Op op = m_.op(term);
  switch (op) {
  case Op::Ite: return stepIte(term);
  case Op::And: return stepJunction(term, false);
  case Op::Or: return stepJunction(term, true);
  case Op::Select: return stepSelect(frame);
  case Op::Apply: return stepApply(term);
  case Op::Equal:
    if (m_.sort(m_.operand(term, 0)).isArray()) return stepArrayEqual(term);
    return stepPlain(term);
  default: return isPlain(op) ? stepPlain(term) : stepWide(term);
  }
}

bool Evaluator::stepIte(Term term) {
  const auto operands = m_.operands(term);
  if (!want(operands[0])) return false;
  const Term branch = operands[small(operands[0]) != 0 ? 1 : 2];
  if (!want(branch)) return false;
  setSmall(term, small(branch)); // of a wide one both share the place
  return true;
}

bool Evaluator::stepJunction(Term term, bool absorbing) {
  const auto operands = m_.operands(term);
  // What is known already may spare the other side.
  for (const Term operand : operands)
    if (known(operand) && (small(operand) != 0) == absorbing) {
      setSmall(term, absorbing ? 1 : 0);
      return true;
    }
  for (const Term operand : operands) {
    if (!want(operand)) return false;
    if ((small(operand) != 0) == absorbing) break;
    if (operand == operands.back()) {
      setSmall(term, absorbing ? 0 : 1);
      return true;
    }
  }
  setSmall(term, absorbing ? 1 : 0);
  return true;
}

bool Evaluator::stepPlain(Term term) {
  const auto operands = m_.operands(term);
  const Term a = operands.front(), b = operands.back();
  const Sort sort = m_.sort(term), operandSort = m_.sort(b);
  if (sort.width > 64 || operandSort.width > 64 || m_.width(a) > 64) return stepWide(term);
  const bool hasA = want(a);
  const bool hasB = want(b);
  if (!hasA || !hasB) return false;
  const Op op = m_.op(term);
  const std::uint32_t low = op == Op::Extract ? m_.parameter(term, 1) : 0;
  setSmall(term, fold64({op, sort, operandSort, 0, low}, small(a), small(b)));
  return true;
}

bool Evaluator::stepWide(Term term) {
  const auto operands = m_.operands(term);
  bool ready = true;
  for (const Term operand : operands) ready = want(operand) && ready;
  if (!ready) return false;
  operands_.clear();
  for (const Term operand : operands) operands_.push_back(wide(operand));
  const Operation operation{m_.op(term), m_.sort(term), m_.sort(operands.back()), m_.parameter(term, 0),
                            m_.parameter(term, 1)};
  setWide(term, foldWide(operation, operands_));
  return true;
}

/// Whoever reads two elements of an array often reads all of them.
void Evaluator::keepStores(Term array) {
  const auto [at, isFirst] = stores_.try_emplace(array);
  if (isFirst || at->second.below) return;
  for (; m_.op(array) == Op::Store; array = m_.operand(array, 0))
    at->second.elements.try_emplace(small(m_.operand(array, 1)), m_.operand(array, 2));
  at->second.below = array;
}

bool Evaluator::stepSelect(std::size_t frame) {
  constexpr std::uint32_t many = 32;
  const Term term = stack_[frame].term;
  const Term index = m_.operand(term, 1);
  if (!want(index)) return false;
  const std::uint64_t place = small(index);
  const Term whole = m_.operand(term, 0);
  Term array = stack_[frame].cursor ? stack_[frame].cursor : whole;
  if (const auto kept = stores_.find(array); kept != stores_.end() && kept->second.below) {
    if (const auto element = kept->second.elements.find(place); element != kept->second.elements.end()) {
      if (!want(element->second)) return false;
      setSmall(term, small(element->second));
      return true;
    }
    array = kept->second.below;
  }
  while (true) {
    stack_[frame].cursor = array;
    const auto operands = m_.operands(array);
    if (m_.op(array) != Op::Store && std::exchange(stack_[frame].passed, 0) >= many) keepStores(whole);
    switch (m_.op(array)) {
    case Op::Store:
      if (!want(operands[1])) return false;
      if (small(operands[1]) != place) {
        array = operands[0];
        ++stack_[frame].passed;
        continue;
      }
      if (!want(operands[2])) return false;
      setSmall(term, small(operands[2]));
      return true;
    case Op::Ite:
      if (!want(operands[0])) return false;
      array = operands[small(operands[0]) != 0 ? 1 : 2];
      continue;
    case Op::ConstArray:
      if (!want(operands[0])) return false;
      setSmall(term, small(operands[0]));
      return true;
    default: break;
    }
    const BitVector zero(m_.width(term));
    if (m_.op(array) == Op::Table) {
      const auto elements = m_.tableElements(array);
      setWide(term, BitVector(m_.width(term), place < elements.size() ? elements[place] : 0));
      return true;
    }
    const ArrayValue* value = m_.op(array) == Op::Variable ? assignment_->array(array) : nullptr;
    if (value == nullptr) setWide(term, zero);
    else if (const auto found = value->elements.find(place); found != value->elements.end())
      setWide(term, found->second);
    else setWide(term, value->otherwise.width() != 0 ? value->otherwise : zero);
    return true;
  }
}

bool Evaluator::wantPath(Term array) {
  bool ready = true;
  while (true) {
    const auto operands = m_.operands(array);
    switch (m_.op(array)) {
    case Op::Store:
      ready = want(operands[1]) && ready;
      ready = want(operands[2]) && ready;
      array = operands[0];
      continue;
    case Op::Ite:
      if (!want(operands[0])) return false;
      array = operands[small(operands[0]) != 0 ? 1 : 2];
      continue;
    case Op::ConstArray: return want(operands[0]) && ready;
    default: return ready;
    }
  }
}

bool Evaluator::stepArrayEqual(Term term) {
  if (!wantPath(m_.operand(term, 0)) || !wantPath(m_.operand(term, 1))) return false;
  const ArrayValue a = arrayValue(m_.operand(term, 0)), b = arrayValue(m_.operand(term, 1));
  const auto at = [](const ArrayValue& value, std::uint64_t place) {
    const auto found = value.elements.find(place);
    return found == value.elements.end() ? value.otherwise : found->second;
  };
  bool same = true;
  std::uint64_t listed = a.elements.size();
  for (const auto& [place, element] : a.elements) same = same && element == at(b, place);
  for (const auto& [place, element] : b.elements) {
    same = same && element == at(a, place);
    listed += a.elements.contains(place) ? 0 : 1;
  }
  // The other elements count unless there are none.
  const std::uint32_t indexWidth = m_.sort(m_.operand(term, 0)).index;
  const bool allListed = indexWidth < 64 && listed == std::uint64_t{1} << indexWidth;
  setSmall(term, same && (allListed || a.otherwise == b.otherwise) ? 1 : 0);
  return true;
}

/// All of an array, after wantPath.
ArrayValue Evaluator::arrayValue(Term array) {
  ArrayValue result;
  const std::uint32_t width = m_.width(array);
  while (true) {
    const auto operands = m_.operands(array);
    if (m_.op(array) == Op::Store) {
      result.elements.try_emplace(small(operands[1]), wide(operands[2]));
      array = operands[0];
    } else if (m_.op(array) == Op::Ite) array = operands[small(operands[0]) != 0 ? 1 : 2];
    else break;
  }
  result.otherwise = BitVector(width);
  if (m_.op(array) == Op::ConstArray) result.otherwise = wide(m_.operand(array, 0));
  else if (m_.op(array) == Op::Table) {
    std::uint64_t place = 0;
    for (const std::uint64_t element : m_.tableElements(array))
      result.elements.try_emplace(place++, BitVector(width, element));
  } else if (const ArrayValue* value = assignment_->array(array)) {
    result.elements.insert(value->elements.begin(), value->elements.end());
    if (value->otherwise.width() != 0) result.otherwise = value->otherwise;
  }
  return result;
}

bool Evaluator::stepApply(Term term) {
  const auto operands = m_.operands(term);
  bool ready = true;
  for (const Term operand : operands) ready = (m_.sort(operand).isArray() ? wantPath(operand) : want(operand)) && ready;
  if (!ready) return false;
  const FunctionValue* function = assignment_->function(m_.parameter(term, 0));
  BitVector result(m_.width(term));
  if (function != nullptr) {
    std::vector<std::uint64_t> words;
    for (const Term operand : operands)
      appendWords(words, m_.sort(operand).isArray() ? arrayValue(operand) : ArrayValue{wide(operand), {}});
    if (const auto found = function->table.find(words); found != function->table.end()) result = found->second;
    else if (function->otherwise.width() != 0) result = function->otherwise;
  }
  setWide(term, m_.sort(term).isFloat() ? canonicalFloat(m_.sort(term).format(), result) : result);
  return true;
}

} // namespace beagle::logic
