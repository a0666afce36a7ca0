#include "analysis/compare/memory_shape.h"

#include "analysis/logic/sort.h"

namespace beagle::compare {

using exec::Object;
using exec::ObjectId;
using exec::ObjectKind;
using exec::Value;
using logic::FloatFormat;

namespace {

/// Bytes of an object as terms. Pointers are compared apart, and two bytes that nobody wrote are the same.
class Bytes final : public exec::ByteContext {
public:
  explicit Bytes(logic::TermManager& manager) : ByteContext(manager) {}
  std::uint64_t addressOf(ObjectId object) override { return std::uint64_t{object} << 32; }
  Term uninitialised(std::uint32_t width) override {
    return terms.variable(fmt::format("unwritten!{}", width), logic::Sort::bits(width));
  }
};

} // namespace

Term MemoryShape::same(const Value& base, const Value& head, ir::ScalarType type) {
  if (!base.isDefined() || !head.isDefined()) return terms_.truth(base.isDefined() == head.isDefined());
  if (base.object() != 0 || head.object() != 0) return samePointer(base, head);
  if (!base.isSymbolic() && !head.isSymbolic()) return terms_.truth(base.bits == head.bits);
  const auto term = [&](const Value& value) {
    if (value.isSymbolic()) return value.asTerm();
    if (type.kind == ir::ScalarKind::Float) {
      const auto format = static_cast<FloatFormat>(type.format);
      return terms_.floatConstant(format, logic::BitVector(logic::widthOf(format), value.bits));
    }
    return type.width == 1 ? terms_.truth(value.bits != 0) : terms_.constant(type.width, value.bits);
  };
  const Term x = term(base);
  const Term y = term(head);
  return terms_.sort(x) == terms_.sort(y) ? terms_.equal(x, y) : terms_.truth(false);
}

Term MemoryShape::samePointer(const Value& base, const Value& head) {
  if (base.object() == 0 || head.object() == 0) return terms_.truth(false);
  if (!correspond(base.object(), head.object())) return terms_.truth(false);
  const auto offset = [&](const Value& value) {
    return value.isSymbolic() ? value.asTerm() : terms_.constant(64, value.bits);
  };
  return terms_.equal(offset(base), offset(head));
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
  if ((baseGlobal || headGlobal) && !(baseGlobal && headGlobal && baseGlobal->isConstant && headGlobal->isConstant))
    return baseGlobal && headGlobal && baseGlobal->name == headGlobal->name;

  if (const auto known = toHead_.find(base); known != toHead_.end()) return known->second == head;
  if (toBase_.contains(head)) return false;
  toHead_[base] = head;
  toBase_[head] = base;
  if (baseGlobal) { // constants are told apart by what they hold, like the texts of string literals
    if (!pair_.baseState.memory.exists(base) || !pair_.headState.memory.exists(head))
      return baseGlobal->bytes == headGlobal->bytes;
    pending_.emplace_back(base, head);
    return true;
  }
  const Object& baseObject = pair_.baseState.memory[base];
  const Object& headObject = pair_.headState.memory[head];
  if (baseObject.kind != headObject.kind || baseObject.isAlive != headObject.isAlive) return false;
  if (baseObject.kind == ObjectKind::Input) return baseObject.subject == headObject.subject;
  if (baseObject.isAlive) pending_.emplace_back(base, head);
  return true;
}

Term MemoryShape::sameContents(const Object& base, const Object& head) {
  const auto size = [&](const Object& object) {
    return object.size ? object.size : terms_.constant(64, object.contents.size());
  };
  Term result = terms_.equal(size(base), size(head));
  if (base.contents.size() != head.contents.size()) return base.size && head.size ? result : terms_.truth(false);
  std::map<std::uint64_t, std::pair<Value, Value>> pointers;
  base.contents.forEachPointer([&](std::uint64_t offset, const Value& value) { pointers[offset].first = value; });
  head.contents.forEachPointer([&](std::uint64_t offset, const Value& value) { pointers[offset].second = value; });
  for (const auto& [offset, values] : pointers)
    result = terms_.logicalAnd(result, samePointer(values.first, values.second));
  Bytes bytes(terms_);
  const std::uint64_t count = base.contents.size();
  for (std::uint64_t i = 0; i < count; ++i) {
    if (const auto pointer = pointers.find(i); pointer != pointers.end()) {
      i += 7;
      continue;
    }
    const bool baseUnwritten = base.contents.isUninitialised(i);
    if (baseUnwritten && head.contents.isUninitialised(i)) continue;
    result = terms_.logicalAnd(result, terms_.equal(base.contents.byte(bytes, i), head.contents.byte(bytes, i)));
  }
  return result;
}

Term MemoryShape::rest() {
  Term result = terms_.truth(true);
  while (!pending_.empty()) {
    const auto [base, head] = pending_.front();
    pending_.pop_front();
    result = terms_.logicalAnd(result, sameContents(pair_.baseState.memory[base], pair_.headState.memory[head]));
  }
  return result;
}

} // namespace beagle::compare
