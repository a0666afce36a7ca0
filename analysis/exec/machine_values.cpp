// What is known of values: whether they are defined, what they are as terms, and where two of them merge.

#include "analysis/exec/machine.h"
#include "analysis/exec/unwritten.h"
#include "analysis/logic/bit_vector.h"
#include "analysis/logic/float_value.h"
#include "analysis/logic/substitute.h"

namespace beagle::exec {

using logic::FloatFormat;
using logic::Op;

std::uint64_t Machine::addressOf(ObjectId id) {
  if (object(id).address == 0 && isRunning_) approximate(std::string(addressLookedAt));
  forgetCache();
  return state_->memory.addressOf(id);
}

std::optional<Value> Machine::onLowBits(Op op, const Value& address, const Value& bits) {
  const ObjectId id = address.object();
  if (!address.isDefined() || !bits.isDefined() || id == 0 || bits.object() != 0) return {};
  const auto function = functionOf(id);
  if (dataOf(id)) return {}; // perhaps it is no address
  // The lowest bit of a function's address is free: pointers to members say in it whether they are virtual.
  const std::uint64_t alignment = function ? 2 : object(id).alignment;
  const Term number = bitsTerm(bits, 64);
  const logic::KnownBits known = terms.knownBits(number);
  const bool touchesLow = ~known.zeros < alignment; // it has no other bits
  const bool isMask = op == Op::BitAnd && ~known.ones < alignment;
  if (!touchesLow && !isMask) return {};
  const Term offset = address.isSymbolic() ? address.asTerm() : terms.constant(64, address.bits);
  Value result = bitsValue(terms.binary(op, offset, number));
  if (op != Op::BitAnd || isMask) result.tag = id << 2;
  return result;
}

/// Of a pointer of the input that may be a number as well: that number.
Term Machine::dataOf(ObjectId id) {
  return !functionOf(id) && inputAt(*state_, id) ? surroundings_.dataOf(*state_, id) : Term();
}

Term Machine::addressTerm(ObjectId id) {
  const Term data = dataOf(id);
  return data ? data : terms.constant(64, addressOf(id));
}

const ir::Access* Machine::access() const {
  return isRunning_ ? &frame_->function->accesses[(next_ - 1)->access] : nullptr;
}

Term Machine::uninitialised(std::uint32_t width) {
  return uninitialised(fmt::format("{}{}!{}", unwrittenPrefix, state_->freshValues++, width), width);
}

Term Machine::unwritten(std::uint32_t number, std::uint64_t offset) {
  return uninitialised(fmt::format("{}at!{}!{}", unwrittenPrefix, number, offset), 8);
}

Term Machine::unwrittenArray(std::uint32_t number, std::uint64_t offset, logic::Sort sort) {
  return uninitialised(fmt::format("{}array!{}!{}!{}x{}", unwrittenPrefix, number, offset, sort.index, sort.width),
                       sort);
}

Term Machine::uninitialised(const std::string& name, std::uint32_t width) {
  return uninitialised(name, width == 1 ? logic::Sort::boolean() : logic::Sort::bits(width));
}

Term Machine::uninitialised(const std::string& name, logic::Sort sort) {
  const Term variable = terms.variable(name, sort);
  const std::uint32_t number = terms.variableNumber(variable);
  if (number >= uninitialisedVariables_.size()) uninitialisedVariables_.resize(number + 1);
  uninitialisedVariables_[number] = true;
  return variable;
}

std::vector<Term> Machine::unwrittenIn(Term term) {
  std::vector<Term> found;
  if (uninitialisedVariables_.empty()) return found;
  for (const std::uint32_t number : terms.support(term))
    if (number < uninitialisedVariables_.size() && uninitialisedVariables_[number])
      found.push_back(terms.variableAt(number));
  return found;
}

void Machine::noteUse(const Value& value) {
  if (!value.isDefined()) return noteFault(ValueFault::UninitialisedUse, terms.truth(true));
  if (!value.isSymbolic()) return;
  // A value may mention bytes that were never written and not depend on them: padding that is masked away. It does
  // when other bytes in their place give another value.
  const std::vector<Term> unwritten = unwrittenIn(value.asTerm());
  if (unwritten.empty()) return;
  logic::Substitution otherwise(terms);
  for (const Term variable : unwritten)
    otherwise.replace(variable, terms.variable(fmt::format("{}!other", terms.name(variable)), terms.sort(variable)));
  const Term other = otherwise.apply(value.asTerm());
  noteFault(ValueFault::UninitialisedUse, terms.logicalNot(terms.equal(value.asTerm(), other)));
}

std::optional<Term> Machine::sameAddress(const Value& a, const Value& b) {
  if (!a.isDefined() || !b.isDefined() || (a.object() == 0 && b.object() == 0)) return {};
  const auto offset = [&](const Value& v) { return v.isSymbolic() ? v.asTerm() : terms.constant(64, v.bits); };
  if (a.object() == b.object()) return terms.equal(offset(a), offset(b));
  // Pointers that may be null: as far as they are, what counts is the offset; else they differ from all others.
  const Term nullA = nullOf(a);
  const Term nullB = nullOf(b);
  const auto isNumber = [](const Value& v) { return v.object() == 0 && (v.isSymbolic() || v.bits != 0); };
  if ((isNumber(a) && dataOf(b.object())) || (isNumber(b) && dataOf(a.object()))) return {};
  const auto isOnlyNumber = [&](const Value& v) { return !state_->memory.exists(v.object()) && dataOf(v.object()); };
  if (isOnlyNumber(a) && isOnlyNumber(b)) return {};
  if (nullA || nullB) {
    const bool isPlainA = a.object() == 0;
    const bool isPlainB = b.object() == 0;
    if ((isPlainA && !(a.isPlain() && a.bits < 4096)) || (isPlainB && !(b.isPlain() && b.bits < 4096))) return {};
    if ((!nullA && !isPlainA) || (!nullB && !isPlainB)) return terms.truth(false);
    Term both = terms.equal(offset(a), offset(b));
    for (const Term null : {nullA, nullB})
      if (null) both = terms.logicalAnd(null, both);
    return both;
  }
  if (a.object() == 0 || b.object() == 0) {
    const Value& plain = a.object() == 0 ? a : b;
    if (plain.isPlain() && plain.bits < 4096) return terms.truth(false);
    return {};
  }
  const auto inside = [&](const Value& v) {
    return !v.isSymbolic() && (functionOf(v.object()) ? v.bits == 0 : v.bits <= object(v.object()).capacity);
  };
  if (inside(a) && inside(b)) return terms.truth(false);
  return {};
}

void Machine::noteLabels(const Value& a, const Value& b) {
  const bool isSame = a.object() != 0 && a.object() == b.object() && functionOf(a.object());
  if (isSame && (a.isSymbolic() || b.isSymbolic() || a.bits != b.bits)) (void)addressOf(a.object());
}

std::optional<bool> Machine::isLower(const Value& a, const Value& b) {
  // Null, and what is as small, is lower than any object.
  const auto isSmall = [](const Value& v) { return v.isPlain() && v.bits < 4096; };
  const auto isObject = [&](const Value& v) {
    if (!v.isDefined() || v.isSymbolic() || v.object() == 0 || nullOf(v)) return false;
    return functionOf(v.object()) ? v.bits < 4096 : v.bits <= object(v.object()).capacity;
  };
  if (isSmall(a) && isObject(b)) return true;
  if (isObject(a) && isSmall(b)) return false;
  return {};
}

Term Machine::nullOf(const Value& pointer) {
  const ObjectId id = pointer.object();
  if (id == 0 || functionOf(id)) return {};
  if (state_->memory.exists(id)) return object(id).null;
  const auto input = inputAt(*state_, id); // nobody has looked there yet
  return input ? input->null : Term();
}

std::optional<bool> Machine::isNull(const Value& pointer) {
  if (pointer.object() == 0) return pointer.isPlain() && pointer.bits == 0;
  const Term null = nullOf(pointer);
  if (!null) return false;
  const auto answer = decide(ChoiceKind::Null, null);
  if (answer && !*answer) {
    notNull_.push_back(pointer.object());
    hasLearned_ = true;
  }
  return answer;
}

Value Machine::integer(const Value& value, std::uint32_t width) {
  if (value.isPlain()) return value;
  if (!value.isDefined()) return Value::symbolic(uninitialised(width));
  if (value.object() == 0) return value;
  const auto offset = [&] {
    return value.isSymbolic() ? terms.resize(value.asTerm(), width)
                              : terms.constant(width, value.bits & logic::lowMask(width));
  };
  const Term address = terms.resize(addressTerm(value.object()), width);
  const Term null = nullOf(value);
  if (!null && terms.isConstant(address) && !value.isSymbolic())
    return Value::concrete((terms.bits64(address) + value.bits) & logic::lowMask(width));
  const bool isData = !terms.isConstant(address); // which is zero by itself when it is null
  const Term base = null && !isData ? terms.ite(null, terms.constant(width, 0), address) : address;
  return bitsValue(terms.binary(Op::Add, base, offset()));
}

Term Machine::bitsTerm(const Value& value, std::uint32_t width) {
  const Value plain = integer(value, width);
  if (plain.isSymbolic()) return plain.asTerm();
  return width == 1 ? terms.truth(plain.bits != 0) : terms.constant(width, plain.bits);
}

Value Machine::handedOverAs(const Value& value, ir::ScalarType given, ir::ScalarType taken) {
  if (given.width == taken.width || !value.isDefined()) return value;
  Term bits = bitsTerm(value, given.width);
  if (terms.sort(bits).isBool()) bits = terms.boolToBits(bits, 1);
  // Nobody has written the upper ones.
  const Term word = given.width < taken.width ? terms.binary(Op::Concat, uninitialised(taken.width - given.width), bits)
                                              : terms.extract(bits, taken.width - 1, 0);
  return taken.width == 1 ? Value::symbolic(terms.bitsToBool(word)) : bitsValue(word);
}

Value Machine::bitsValue(Term term) {
  if (terms.isConstant(term) && terms.width(term) <= 64) return Value::concrete(terms.bits64(term));
  return Value::symbolic(term);
}

Term Machine::floatTerm(const Value& value, FloatFormat format) {
  if (!value.isDefined()) return terms.fpFromBits(format, uninitialised(widthOf(format)));
  if (value.isSymbolic()) return value.asTerm();
  return terms.floatConstant(format, logic::BitVector(widthOf(format), value.bits));
}

Value Machine::floatValue(Term term) { return bitsValue(term); }

std::optional<Value> Machine::merged(Term condition, const Value& then, const Value& otherwise, ir::ScalarType type) {
  if (then == otherwise) return then;
  if (!then.isDefined() || !otherwise.isDefined() || then.object() != otherwise.object()) return {};
  logic::Sort sort = type.width == 1 ? logic::Sort::boolean() : logic::Sort::bits(type.width);
  if (then.isSymbolic()) sort = terms.sort(then.asTerm());
  else if (otherwise.isSymbolic()) sort = terms.sort(otherwise.asTerm());
  else if (type.kind == ir::ScalarKind::Float) sort = logic::Sort::floating(static_cast<FloatFormat>(type.format));
  const auto termOf = [&](const Value& value) -> Term {
    if (value.isSymbolic()) return terms.sort(value.asTerm()) == sort ? value.asTerm() : Term();
    if (sort.isBool()) return terms.truth(value.bits != 0);
    if (!sort.isFloat()) return sort.isBits() ? terms.constant(sort.width, value.bits) : Term();
    const logic::BitVector bits(widthOf(sort.format()), value.bits);
    // Terms know one NaN.
    return logic::canonicalFloat(sort.format(), bits) == bits ? terms.floatConstant(sort.format(), bits) : Term();
  };
  const Term yes = termOf(then);
  const Term no = termOf(otherwise);
  if (!yes || !no) return {};
  Value result = bitsValue(terms.ite(condition, yes, no));
  result.tag = then.tag;
  return result;
}

Value Machine::defined(const Value& value, ir::ScalarType type) {
  if (value.isDefined()) return value;
  if (type.kind == ir::ScalarKind::Float) return floatValue(floatTerm(value, static_cast<FloatFormat>(type.format)));
  return Value::symbolic(uninitialised(type.width));
}

std::optional<std::uint64_t> Machine::concrete(const Value& value) {
  if (value.isPlain()) return value.bits;
  return {};
}

} // namespace beagle::exec
