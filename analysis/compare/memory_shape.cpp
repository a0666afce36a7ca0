#include "analysis/compare/memory_shape.h"

#include "analysis/exec/harness.h"
#include "analysis/exec/unwritten.h"
#include "analysis/input/layout.h"
#include "analysis/input/leaves.h"
#include "analysis/logic/polynomial.h"
#include "analysis/logic/sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace beagle::compare {

using exec::Object;
using exec::ObjectId;
using exec::ObjectKind;
using exec::Observed;
using exec::Value;
using logic::FloatFormat;

namespace {

/// What is chosen between more often than that is compared as it is.
constexpr std::uint32_t mostChoices = 64;

/// Bytes of an object as terms. Pointers are compared apart, and two bytes that nobody wrote are the same.
class Bytes final : public exec::ByteContext {
public:
  explicit Bytes(logic::TermManager& manager) : ByteContext(manager) {}
  std::uint64_t addressOf(ObjectId object) override { return std::uint64_t{object} << 32; }
  Term unwritten(std::uint32_t /*number*/, std::uint64_t /*offset*/) override {
    return terms.variable("unwritten", logic::Sort::bits(8));
  }
};

} // namespace

Term MemoryShape::same(const Value& base, const Value& head, ir::ScalarType type) {
  if (!base.isDefined() || !head.isDefined()) return terms_.truth(base.isDefined() == head.isDefined());
  if (base.object() != 0 || head.object() != 0) return samePointer(base, head);
  const bool isFloat = type.kind == ir::ScalarKind::Float; // two NaNs may have other bits
  const bool isNear = floatDigits_ > 0 && isFloat;
  if (!base.isSymbolic() && !head.isSymbolic() && (!isFloat || base.bits == head.bits))
    return terms_.truth(base.bits == head.bits);
  const Term x = termOf(base, type);
  const Term y = termOf(head, type);
  if (terms_.sort(x) != terms_.sort(y)) return terms_.truth(false);
  return isNear ? nearlySame(x, y) : terms_.equal(x, y);
}

/// Equal, wherever base has written: a copy of unknown length leaves behind its end what stood there, and after it all
/// of that is a choice between the two.
Term MemoryShape::sameIfWritten(Term base, Term head, std::uint32_t choices) {
  if (choices == mostChoices || !exec::isAboutUnwritten(terms_, base)) return terms_.equal(base, head);
  const auto [known, isNew] = ifWritten_.try_emplace({base.id(), head.id()});
  if (isNew) known->second = sameWhereWritten(base, head, choices + 1);
  return known->second;
}

/// Whether all of it is what nobody wrote.
bool MemoryShape::isUnwritten(Term term) const {
  switch (terms_.op(term)) {
  case logic::Op::Variable: return exec::isAboutUnwritten(terms_, term);
  case logic::Op::Select:
  case logic::Op::Extract: return isUnwritten(terms_.operand(term, 0));
  default: return false;
  }
}

/// What the term is one of, or a part of that. What is read after something was written at a place that is not known
/// is one of these.
std::optional<MemoryShape::Choice> MemoryShape::choiceOf(Term term) {
  using logic::Op;
  const Op op = terms_.op(term);
  const auto operand = [&](Term of, std::size_t i) { return terms_.operand(of, i); };
  if (op == Op::Ite) return Choice{operand(term, 0), operand(term, 1), operand(term, 2)};
  if (op == Op::Extract) {
    auto choice = choiceOf(operand(term, 0));
    if (!choice) return {};
    for (Term* each : {&choice->one, &choice->other})
      *each = terms_.extract(*each, terms_.parameter(term, 0), terms_.parameter(term, 1));
    return choice;
  }
  if (op != Op::Select) return {};
  const Term memory = operand(term, 0), at = operand(term, 1);
  if (terms_.op(memory) == Op::Store)
    return Choice{terms_.equal(operand(memory, 1), at), operand(memory, 2), terms_.select(operand(memory, 0), at)};
  if (terms_.op(memory) == Op::Ite)
    return Choice{operand(memory, 0), terms_.select(operand(memory, 1), at), terms_.select(operand(memory, 2), at)};
  return {};
}

/// Of one that is about what nobody wrote.
Term MemoryShape::sameWhereWritten(Term base, Term head, std::uint32_t choices) {
  if (isUnwritten(base)) return terms_.truth(true);
  if (const auto choice = choiceOf(base))
    return terms_.ite(choice->condition, sameIfWritten(choice->one, head, choices),
                      sameIfWritten(choice->other, head, choices));
  if (!terms_.sort(base).isBits() || terms_.width(base) <= 8 || terms_.width(base) % 8 != 0)
    return terms_.equal(base, head);
  Term result = terms_.truth(true);
  for (std::uint32_t bit = 0; bit < terms_.width(base); bit += 8) {
    const Term one = terms_.extract(base, bit + 7, bit), other = terms_.extract(head, bit + 7, bit);
    result = terms_.logicalAnd(result, sameIfWritten(one, other, choices));
  }
  return result;
}

/// Their distance is a small part of the larger one.
Term MemoryShape::nearlySame(Term x, Term y) const {
  const auto unary = [&](logic::Op op, Term a) { return terms_.fpUnary(op, a); };
  const auto binary = [&](logic::Op op, Term a, Term b) { return terms_.fpBinary(op, a, b); };
  const FloatFormat format = terms_.sort(x).format();
  double part = 1;
  for (std::uint32_t digit = 0; digit < floatDigits_; ++digit) part /= 10;
  const Term one = terms_.floatConstant(FloatFormat::Double, logic::BitVector(64, std::bit_cast<std::uint64_t>(part)));
  const Term larger = binary(logic::Op::FpMax, unary(logic::Op::FpAbs, x), unary(logic::Op::FpAbs, y));
  const Term distance = unary(logic::Op::FpAbs, binary(logic::Op::FpSub, x, y));
  const Term isNear =
      binary(logic::Op::FpLessEqual, distance, binary(logic::Op::FpMul, larger, terms_.fpFromFloat(format, one)));
  return terms_.logicalOr(terms_.equal(x, y),
                          terms_.logicalAnd(isNear, terms_.logicalNot(unary(logic::Op::FpIsInfinite, larger))));
}

Term MemoryShape::termOf(const Value& value, ir::ScalarType type) const {
  if (value.isSymbolic()) return value.asTerm();
  if (type.kind == ir::ScalarKind::Float) {
    const auto format = static_cast<FloatFormat>(type.format);
    return terms_.floatConstant(format, logic::BitVector(logic::widthOf(format), value.bits));
  }
  return type.width == 1 ? terms_.truth(value.bits != 0) : terms_.constant(type.width, value.bits);
}

Term MemoryShape::same(const Observed& base, const Observed& head) {
  if (base.source != ir::none && head.source != ir::none) noteTypes(base.value, head.value, {base.source, head.source});
  if (base.isMade && !base.value.isDefined()) return terms_.truth(true); // as in sameBytes
  if (!base.exists) return sameThere(base, head);
  const Term where = std::exchange(where_, terms_.logicalAnd(where_, base.exists));
  const Term same = sameThere(base, head);
  where_ = where;
  return terms_.implies(base.exists, same);
}

Term MemoryShape::sameThere(const Observed& base, const Observed& head) {
  using ir::ScalarKind;
  if (base.bytes != 0 || head.bytes != 0) return sameStretch(base, head);
  const bool isPlain = base.type.kind == ScalarKind::Integer && base.value.isSymbolic() && base.value.object() == 0 &&
                       head.value.object() == 0 && head.value.isDefined();
  if (base.isMade && base.type == head.type && isPlain)
    return sameIfWritten(termOf(base.value, base.type), termOf(head.value, head.type));
  if (base.type == head.type) return same(base.value, head.value, base.type);
  if (!base.value.isDefined() || !head.value.isDefined()) return same(base.value, head.value, base.type);
  if (base.type.kind == ScalarKind::Pointer || head.type.kind == ScalarKind::Pointer) return terms_.truth(false);
  if (base.value.object() != 0 || head.value.object() != 0) return terms_.truth(false);
  const auto bits = [&](const Observed& observed) {
    const Term term = termOf(observed.value, observed.type);
    return observed.type.kind == ScalarKind::Float ? terms_.fpToBits(term) : term;
  };
  const Term x = bits(base), y = bits(head);
  const input::NumberType ofBase(base.type, base.declared), ofHead(head.type, head.declared);
  const auto sameAs = [&](ir::ScalarType type) {
    input::NumberType both(type, nullptr);
    both.isSigned = true;
    return terms_.equal(input::converted(terms_, x, ofBase, both), input::converted(terms_, y, ofHead, both));
  };
  // As a type that holds all numbers of both; of an integer and a float there is none, so as one for each.
  const bool isFloat = base.type.kind == ScalarKind::Float, isOtherFloat = head.type.kind == ScalarKind::Float;
  ir::ScalarType floats{ScalarKind::Float, static_cast<std::uint8_t>(FloatFormat::Double), 64};
  std::uint16_t integers = 0;
  for (const ir::ScalarType type : {base.type, head.type}) {
    if (type.kind != ScalarKind::Float) integers = std::max(integers, static_cast<std::uint16_t>(type.width + 1));
    else if (type.width > floats.width) floats = type;
  }
  Term result = terms_.truth(true);
  if (isFloat || isOtherFloat) result = sameAs(floats);
  if (!isFloat || !isOtherFloat) result = terms_.logicalAnd(result, sameAs({ScalarKind::Integer, 0, integers}));
  // An input is of the type of one version. What the type of the other cannot hold it was never given.
  const auto isGiven = [&](Term term) {
    return terms_.op(term) == logic::Op::Variable && terms_.name(term) == head.path;
  };
  if (isGiven(x)) result = terms_.logicalOr(result, terms_.equal(y, input::converted(terms_, x, ofBase, ofHead)));
  if (isGiven(y)) result = terms_.logicalOr(result, terms_.equal(x, input::converted(terms_, y, ofHead, ofBase)));
  return result;
}

Term MemoryShape::samePointer(const Value& base, const Value& head) {
  if (base.object() != 0 && head.object() != 0 && correspond(base.object(), head.object()))
    return sameOffset(base, head, movedTypes(base.object(), head.object()));
  // Different objects, and yet the same when both pointers are null.
  const Term ofBase = nullOf(pair_.baseMachine, pair_.baseState, base);
  const Term ofHead = nullOf(pair_.headMachine, pair_.headState, head);
  return terms_.logicalAnd(sameOffset(base, head, {}), terms_.logicalAnd(ofBase, ofHead));
}

std::optional<MemoryShape::Types> MemoryShape::movedTypes(ObjectId base, ObjectId head) const {
  Types types{ir::none, ir::none};
  const auto input = exec::inputAt(pair_.baseState, base);
  if (input && exec::inputAt(pair_.headState, head)) {
    const exec::InputPointer& old = pair_.baseHarness.pointer(input->pointer);
    const exec::InputPointer& now = pair_.headHarness.pointer(input->pointer);
    if (old.head == ir::none && now.head == ir::none) types = {old.target, now.target};
  } else if (const auto own = types_.find(base); own != types_.end()) {
    types = own->second;
  } else if (base <= pair_.baseMachine.program().globals().size() &&
             head <= pair_.headMachine.program().globals().size()) {
    types = {pair_.baseHarness.types().global(base - 1), pair_.headHarness.types().global(head - 1)};
  }
  return pair_.layouts.movedElements(types.first, types.second);
}

/// Of memory of the runs' own: a pointer to its beginning says what stands there.
void MemoryShape::noteTypes(const Value& base, const Value& head, Types pointers) {
  const auto isBeginning = [](const exec::State& state, const Value& value) {
    return value.object() != 0 && !value.isSymbolic() && value.bits == 0 && state.memory.exists(value.object()) &&
           state.memory[value.object()].kind == ObjectKind::Heap;
  };
  if (!isBeginning(pair_.baseState, base) || !isBeginning(pair_.headState, head)) return;
  const ir::SourceType& old = pair_.layouts.baseType(pointers.first);
  const ir::SourceType& now = pair_.layouts.headType(pointers.second);
  if (!input::isPointer(old) || !input::isPointer(now) || old.element == ir::none || now.element == ir::none) return;
  if (pair_.layouts.differ(old.element, now.element)) types_.try_emplace(base.object(), old.element, now.element);
  const auto [known, isNew] = own_.try_emplace(base.object(), old.element, now.element);
  if (!isNew && known->second.first != old.element) ofSeveral_.insert(base.object());
}

/// What the members of records there lead to.
void MemoryShape::noteInner(const Object& base, const Object& head, Types types) {
  const std::uint64_t step = pair_.layouts.baseType(types.first).size;
  const std::vector<input::Layouts::Part>& pointers = pair_.layouts.pointers(types.first, types.second);
  if (step == 0 || pointers.empty()) return;
  std::map<std::uint64_t, Value> there;
  head.contents.forEachPointer([&](std::uint64_t at, const Value& value) { there.emplace(at, value); });
  base.contents.forEachPointer([&](std::uint64_t at, const Value& value) {
    const auto other = there.find(at);
    const auto member = std::ranges::find(pointers, at % step, &input::Layouts::Part::base);
    if (other != there.end() && member != pointers.end())
      noteTypes(value, other->second, {member->baseType, member->headType});
  });
}

/// Of an argument that is a copy of a record: what that is.
void MemoryShape::noteCopy(const exec::Effect& base, const exec::Effect& head, std::size_t argument) {
  const Types types{base.copies[argument].type, head.copies[argument].type};
  const Value& x = base.values[argument];
  const Value& y = head.values[argument];
  if (types.first == ir::none || types.second == ir::none || x.isSymbolic() || y.isSymbolic()) return;
  const auto isAll = [&](const exec::Effect& call, const Value& value) {
    const auto& contents = call.contents[argument];
    return value.bits == 0 && contents && contents->size() == call.copies[argument].size;
  };
  if (isAll(base, x) && isAll(head, y) && pair_.layouts.differ(types.first, types.second))
    types_.try_emplace(x.object(), types);
}

Term MemoryShape::sameOffset(const Value& base, const Value& head, std::optional<Types> types) {
  const auto offset = [&](const Value& value) {
    return value.isSymbolic() ? value.asTerm() : terms_.constant(64, value.bits);
  };
  if (!types) return terms_.equal(offset(base), offset(head));
  if (base.isSymbolic()) {
    const auto moved = movedOffset(base.asTerm(), *types);
    return terms_.equal(moved.value_or(base.asTerm()), offset(head));
  }
  const auto moved = pair_.layouts.moved(types->first, types->second, base.bits);
  return moved ? terms_.equal(terms_.constant(64, *moved), offset(head)) : terms_.truth(false);
}

/// Of a sum of multiples of the size and a number; nothing of others.
std::optional<Term> MemoryShape::movedOffset(Term base, Types types) {
  const auto oldSize = static_cast<std::int64_t>(pair_.layouts.baseType(types.first).size);
  const auto newSize = static_cast<std::int64_t>(pair_.layouts.headType(types.second).size);
  if (oldSize > 1 && std::has_single_bit(static_cast<std::uint64_t>(oldSize))) { // such products may be concatenations
    const auto bits = static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint64_t>(oldSize)));
    const Term within = terms_.extract(base, bits - 1, 0);
    const auto moved = terms_.isConstant(within) ? pair_.layouts.moved(types.first, types.second, terms_.bits64(within))
                                                 : std::nullopt;
    if (moved) {
      const Term place = terms_.resize(terms_.extract(base, 63, bits), 64, true);
      const Term before =
          terms_.binary(logic::Op::Mul, place, terms_.constant(64, static_cast<std::uint64_t>(newSize)));
      return terms_.binary(logic::Op::Add, before, terms_.constant(64, *moved));
    }
  }
  const auto summands = logic::Polynomials(terms_).summands(base);
  if (!summands) return {};
  const auto number = [&](std::int64_t value) { return terms_.constant(64, static_cast<std::uint64_t>(value)); };
  Term result = number(0);
  for (const auto& [bits, factors] : *summands) {
    const auto factor = static_cast<std::int64_t>(bits);
    if (factors.empty()) {
      const std::int64_t within = (factor % oldSize + oldSize) % oldSize;
      const auto moved = pair_.layouts.moved(types.first, types.second, static_cast<std::uint64_t>(within));
      if (!moved) return {};
      const std::int64_t before = (factor - within) / oldSize * newSize;
      result = terms_.binary(logic::Op::Add, result, number(before + static_cast<std::int64_t>(*moved)));
      continue;
    }
    if (factor % oldSize != 0) return {};
    Term product = number(factor / oldSize * newSize);
    for (const Term term : factors) product = terms_.binary(logic::Op::Mul, product, term);
    result = terms_.binary(logic::Op::Add, result, product);
  }
  return result;
}

/// When a pointer is null; of a plain address, always: the offset says what it is.
Term MemoryShape::nullOf(const exec::Machine& machine, const exec::State& state, const Value& pointer) const {
  if (pointer.object() == 0) return terms_.truth(true);
  if (machine.functionOf(pointer.object())) return terms_.truth(false);
  if (state.memory.exists(pointer.object())) {
    const Term null = state.memory[pointer.object()].null;
    return null ? null : terms_.truth(false);
  }
  const auto input = exec::inputAt(state, pointer.object());
  return input && input->null ? input->null : terms_.truth(false);
}

bool MemoryShape::correspond(ObjectId base, ObjectId head) {
  const auto baseFunction = pair_.baseMachine.functionOf(base);
  const auto headFunction = pair_.headMachine.functionOf(head);
  if (baseFunction || headFunction)
    return baseFunction && headFunction &&
           pair_.baseMachine.program().functions()[*baseFunction].name ==
               pair_.headMachine.program().functions()[*headFunction].name;
  const auto globalOf = [](const exec::Machine& machine, ObjectId id) -> const ir::Global* {
    return id <= machine.program().globals().size() ? &machine.program().globals()[id - 1] : nullptr;
  };
  const ir::Global* baseGlobal = globalOf(pair_.baseMachine, base);
  const ir::Global* headGlobal = globalOf(pair_.headMachine, head);
  const bool areConstants = baseGlobal && headGlobal && baseGlobal->isConstant && headGlobal->isConstant;
  if ((baseGlobal || headGlobal) && !(areConstants && !exec::isOfClass(*baseGlobal)))
    return baseGlobal && headGlobal && baseGlobal->name == headGlobal->name;

  const auto baseInput = exec::inputAt(pair_.baseState, base);
  const auto headInput = exec::inputAt(pair_.headState, head);
  if (baseInput || headInput) return baseInput && headInput && baseInput->pointer == headInput->pointer;

  if (const auto known = toHead_.find(base); known != toHead_.end()) {
    if (known->second == head && reached_.contains(base)) reach(base);
    return known->second == head;
  }
  if (toBase_.contains(head)) return false;
  toHead_[base] = head;
  toBase_[head] = base;
  if (baseGlobal) { // constants are told apart by what they hold, like the texts of string literals
    if (!pair_.baseState.memory.exists(base) || !pair_.headState.memory.exists(head))
      return initial_.alike(base - 1, head - 1); // no run has looked at them
    reach(base);
    return true;
  }
  const Object& baseObject = pair_.baseState.memory[base];
  const Object& headObject = pair_.headState.memory[head];
  if (baseObject.kind != headObject.kind || baseObject.isAlive != headObject.isAlive) return false;
  // What the C++ runtime keeps for itself shows elsewhere: the texts of exceptions in what().
  const bool isOfRuntime = baseObject.kind == ObjectKind::Heap && baseObject.allocator == exec::Allocator::Runtime &&
                           headObject.allocator == exec::Allocator::Runtime;
  if (baseObject.isAlive && !isOfRuntime) reach(base);
  return true;
}

void MemoryShape::reach(ObjectId base) {
  const auto [at, isNew] = reached_.try_emplace(base, where_);
  if (isNew) return pending_.push_back(base);
  const Term now = terms_.logicalOr(at->second, where_);
  if (now == at->second) return;
  const bool isPending = std::ranges::find(pending_, base) != pending_.end();
  at->second = isPending ? now : terms_.truth(true); // once more at most: pointers may lead round in circles
  if (!isPending) pending_.push_back(base);
}

/// Head's may be larger: whoever has base's has no use for more.
Term MemoryShape::sameContents(const Object& base, const Object& head, const std::vector<bool>& padding) {
  const auto size = [&](const Object& object) {
    return object.size ? object.size : terms_.constant(64, object.contents.size());
  };
  const Term ofBase = size(base);
  const Term isRoom = terms_.binary(logic::Op::ULessEqual, ofBase, size(head));
  if (terms_.isFalse(isRoom)) return isRoom;
  const std::uint64_t count = std::min(base.contents.size(), head.contents.size());
  return terms_.logicalAnd(isRoom, sameBytes({base.contents, 0}, {head.contents, 0}, count, base.size, padding));
}

/// Of values one after the other whose members versions have in other places, or of one with bytes behind it: what both
/// have. `sizes`: how many bytes there are, where the contents may be longer.
Term MemoryShape::sameMembers(Stretch base, Stretch head, Types types, Sizes sizes) {
  const std::uint64_t oldSize = pair_.layouts.baseType(types.first).size;
  const std::uint64_t newSize = pair_.layouts.headType(types.second).size;
  const auto sizeOf = [&](const Stretch& stretch, Term size) {
    const std::uint64_t most = stretch.contents.size() - std::min(stretch.from, stretch.contents.size());
    return size ? size : terms_.constant(64, most);
  };
  const Term ofBase = sizeOf(base, sizes.base), ofHead = sizeOf(head, sizes.head);
  const auto without = [&](Term size, std::uint64_t bytes) {
    return terms_.binary(logic::Op::Sub, size, terms_.constant(64, bytes));
  };
  const bool isOne = logic::Polynomials(terms_).areSame(without(ofBase, oldSize), without(ofHead, newSize));
  const std::uint64_t most = isOne ? 1 : (base.contents.size() - std::min(base.from, base.contents.size())) / oldSize;
  Term result = terms_.truth(true);
  for (std::uint64_t i = 0; i < most; ++i) {
    const auto isThere = [&](Term size, std::uint64_t step) {
      return terms_.binary(logic::Op::ULessEqual, terms_.constant(64, (i + 1) * step), size);
    };
    Term same = isThere(ofHead, newSize);
    const Stretch old{base.contents, base.from + i * oldSize}, now{head.contents, head.from + i * newSize};
    if (now.from + newSize <= head.contents.size()) same = terms_.logicalAnd(same, sameValue(old, now, types));
    result = terms_.logicalAnd(result, terms_.implies(isThere(ofBase, oldSize), same));
  }
  if (!isOne) return result;
  const Stretch restOfBase{base.contents, base.from + oldSize}, restOfHead{head.contents, head.from + newSize};
  const auto behind = [](const Stretch& stretch) {
    return stretch.contents.size() - std::min(stretch.from, stretch.contents.size());
  };
  const std::uint64_t rest = std::min(behind(restOfBase), behind(restOfHead));
  return terms_.logicalAnd(result, sameBytes(restOfBase, restOfHead, rest, without(ofBase, oldSize)));
}

/// Of one of them.
Term MemoryShape::sameValue(Stretch base, Stretch head, Types types) {
  const auto pointerAt = [](const Stretch& stretch, std::uint64_t offset) {
    std::optional<Value> found;
    if (stretch.contents.isPointerAt(stretch.from + offset))
      stretch.contents.forEachPointer([&](std::uint64_t where, const Value& value) {
        if (where == stretch.from + offset) found = value;
      });
    return found;
  };
  for (const input::Layouts::Part& pointer : pair_.layouts.pointers(types.first, types.second)) {
    const auto one = pointerAt(base, pointer.base), other = pointerAt(head, pointer.head);
    if (one && other) noteTypes(*one, *other, {pointer.baseType, pointer.headType});
  }
  Term result = terms_.truth(true);
  for (const input::Layouts::Part& part : pair_.layouts.parts(types.first, types.second)) {
    const Stretch one{base.contents, base.from + part.base}, other{head.contents, head.from + part.head};
    const Term same = part.isConverted ? sameNumber(one, other, part) : sameBytes(one, other, part.baseSize, Term());
    result = terms_.logicalAnd(result, same);
  }
  return result;
}

/// Of a number that has another type in head.
Term MemoryShape::sameNumber(Stretch base, Stretch head, const input::Layouts::Part& part) {
  Bytes bytes(terms_);
  const auto observed = [&](const Stretch& stretch, std::uint64_t size, const ir::SourceType& type) {
    Term number;
    for (std::uint64_t i = 0; i < size; ++i) {
      const Term byte = stretch.contents.byte(bytes, stretch.from + i);
      number = number ? terms_.binary(logic::Op::Concat, byte, number) : byte;
    }
    const ir::ScalarType scalar = *input::scalarOf(type);
    const Term value = scalar.kind == ir::ScalarKind::Float
                           ? terms_.fpFromBits(static_cast<FloatFormat>(scalar.format), number)
                           : terms_.resize(number, scalar.width, false);
    Observed result{"",
                    terms_.isConstant(value) && scalar.kind != ir::ScalarKind::Float
                        ? Value::concrete(terms_.bits64(value))
                        : Value::symbolic(value),
                    scalar,
                    {}};
    result.declared = &type;
    return result;
  };
  for (std::uint64_t i = 0; i < part.baseSize; ++i)
    if (base.contents.isUninitialised(base.from + i)) return terms_.truth(true);
  return sameThere(observed(base, part.baseSize, pair_.layouts.baseType(part.baseType)),
                   observed(head, part.headSize, pair_.layouts.headType(part.headType)));
}

Term MemoryShape::sameStretch(const Observed& base, const Observed& head) {
  if (base.bytes != head.bytes) return terms_.truth(false);
  const exec::Contents& old = pair_.baseState.memory[base.value.object()].contents;
  const exec::Contents& now = pair_.headState.memory[head.value.object()].contents;
  const std::uint64_t oldFrom = base.value.bits, nowFrom = head.value.bits;
  if (old.isPlainRange(oldFrom, base.bytes) && now.isPlainRange(nowFrom, base.bytes))
    return terms_.truth(old.hasPlainAt(oldFrom, now, nowFrom, base.bytes));
  return sameBytes({old, oldFrom}, {now, nowFrom}, base.bytes, Term());
}

/// Of `count` bytes, those below `size`, where that is given. What base never wrote may be anything in head.
Term MemoryShape::sameBytes(Stretch base, Stretch head, std::uint64_t count, Term size,
                            const std::vector<bool>& padding) {
  Term result = terms_.truth(true);
  constexpr std::int64_t pointerBytes = 8;
  std::map<std::int64_t, std::pair<Value, Value>> pointers; // by distance from where it starts, in front of it too
  const auto distance = [](std::uint64_t at, std::uint64_t from) { return static_cast<std::int64_t>(at - from); };
  base.contents.forEachPointer(
      [&](std::uint64_t at, const Value& value) { pointers[distance(at, base.from)].first = value; });
  head.contents.forEachPointer(
      [&](std::uint64_t at, const Value& value) { pointers[distance(at, head.from)].second = value; });
  pointers.erase(pointers.begin(), pointers.upper_bound(-pointerBytes));
  Bytes bytes(terms_);
  const auto require = [&](std::uint64_t last, Term same) {
    if (size && !terms_.isTrue(same))
      same = terms_.implies(terms_.binary(logic::Op::ULess, terms_.constant(64, last), size), same);
    result = terms_.logicalAnd(result, same);
  };
  for (std::uint64_t i = 0; i < count; ++i) {
    if (base.contents.isUninitialised(base.from + i) || (i < padding.size() && padding[i])) continue;
    // It may begin in front of the first byte.
    const auto pointer = i == 0 ? pointers.begin() : pointers.find(static_cast<std::int64_t>(i));
    if (pointer != pointers.end() && pointer->first <= static_cast<std::int64_t>(i)) {
      i = static_cast<std::uint64_t>(pointer->first + pointerBytes - 1);
      require(i, samePointer(pointer->second.first, pointer->second.second));
      continue;
    }
    // Most bytes of a large buffer are such: no terms are made of them.
    const auto baseByte = base.contents.concreteByte(base.from + i);
    const auto headByte = head.contents.concreteByte(head.from + i);
    if (baseByte && headByte) {
      if (*baseByte != *headByte) require(i, terms_.truth(false));
      continue;
    }
    require(i, sameIfWritten(base.contents.byte(bytes, base.from + i), head.contents.byte(bytes, head.from + i)));
  }
  return result;
}

/// Both are told in which line they are called, as a macro that logs tells.
bool MemoryShape::areOwnLines(const exec::Effect& base, const exec::Effect& head, const Value& x,
                              const Value& y) const {
  const auto isLine = [](const exec::Machine& machine, const exec::Effect& call, const Value& value) {
    return value.isPlain() && value.bits != 0 && value.bits == machine.location(call.site).line;
  };
  return isLine(pair_.baseMachine, base, x) && isLine(pair_.headMachine, head, y);
}

Term MemoryShape::sameCall(const exec::Effect& base, const exec::Effect& head) {
  if (base.function != head.function || base.values.size() != head.values.size()) return terms_.truth(false);
  Term result = terms_.truth(true);
  for (std::size_t i = 0; i < base.values.size(); ++i) {
    const Value& x = base.values[i];
    const Value& y = head.values[i];
    if (areOwnLines(base, head, x, y)) continue;
    noteCopy(base, head, i);
    result =
        terms_.logicalAnd(result, base.types[i] == head.types[i] ? same(x, y, base.types[i]) : terms_.truth(false));
    if (!base.contents[i] || !head.contents[i] || x.isSymbolic() || y.isSymbolic()) continue;
    if (const auto types = movedTypes(x.object(), y.object());
        types && x.bits % pair_.layouts.baseType(types->first).size == 0) {
      const Stretch one{*base.contents[i], x.bits}, other{*head.contents[i], y.bits};
      result = terms_.logicalAnd(result, sameMembers(one, other, *types, {}));
      continue;
    }
    const auto behind = [&](const exec::Effect& call, std::uint64_t from) {
      const std::uint64_t size = call.contents[i]->size(), copied = call.copies[i].size;
      const std::uint64_t room = size - std::min(from, size);
      return copied > 0 ? std::min(room, copied) : room; // what lies behind a copy is not passed
    };
    const std::uint64_t count = behind(base, x.bits);
    if (count > behind(head, y.bits)) return terms_.truth(false);
    result =
        terms_.logicalAnd(result, sameBytes({*base.contents[i], x.bits}, {*head.contents[i], y.bits}, count, Term()));
  }
  return result;
}

Term MemoryShape::rest() {
  Term result = terms_.truth(true);
  while (!pending_.empty()) {
    const ObjectId base = pending_.front();
    pending_.pop_front();
    where_ = reached_.at(base);
    const Object& old = pair_.baseState.memory[base];
    const Object& now = pair_.headState.memory[toHead_.at(base)];
    const auto types = movedTypes(base, toHead_.at(base));
    const auto own = own_.find(base);
    bool isKnown = !types && own != own_.end() && !ofSeveral_.contains(base);
    if (isKnown) noteInner(old, now, own->second);
    // More than one of them may be a larger record that begins with it.
    isKnown = isKnown && !old.size && !now.size && old.contents.size() == now.contents.size() &&
              old.contents.size() == pair_.layouts.baseType(own->second.first).size;
    const Term same =
        types ? sameMembers({old.contents, 0}, {now.contents, 0}, *types, {old.size, now.size})
              : sameContents(old, now, isKnown ? pair_.layouts.padding(own->second.first) : std::vector<bool>());
    result = terms_.logicalAnd(result, terms_.implies(where_, same));
  }
  return result;
}

} // namespace beagle::compare
