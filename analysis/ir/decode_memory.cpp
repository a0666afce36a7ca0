#include "analysis/ir/decoder.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>

#include <limits>

namespace beagle::ir {

namespace {

unsigned alignmentOf(llvm::Align alignment) { return static_cast<unsigned>(alignment.value()); }

} // namespace

/// Address spaces other than 0 are not memory of the program: segments, or another machine.
bool Decoder::touchesOddAddressSpace(const llvm::Instruction& instruction) {
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (const auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) pointer = change->getPointerOperand();
  if (const auto* change = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) pointer = change->getPointerOperand();
  if (!pointer || pointer->getType()->getPointerAddressSpace() == 0) return false;
  problem_ = fmt::format("in address space {}", pointer->getType()->getPointerAddressSpace());
  return true;
}

bool Decoder::decodeAlloca(const llvm::AllocaInst& instruction) {
  if (const auto* parts = locals_.partsOf(instruction)) {
    const SlotIndex first = localSlots_.lookup(&instruction);
    for (std::size_t i = 0; i < parts->size(); ++i)
      emit(Opcode::MarkUninit, scalarOf((*parts)[i].type)->width, first + static_cast<SlotIndex>(i));
    return true;
  }
  if (instruction.getAllocatedType()->isScalableTy() || instruction.isUsedWithInAlloca()) return false;
  // All locals stand at the function's beginning: where they were declared says more.
  for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(const_cast<llvm::AllocaInst*>(&instruction)))
    if (!record->getDebugLoc().getInlinedAt()) where_ = whereOf(record->getDebugLoc());
  std::uint64_t size = layout_.getTypeAllocSize(instruction.getAllocatedType()).getFixedValue();
  SlotIndex count = 0;
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(instruction.getArraySize())) {
    std::uint64_t elements = number->getValue().getLimitedValue();
    if (size > std::numeric_limits<std::uint32_t>::max()) elements *= size, size = 1;
    count = integer(elements, 64);
  } else {
    const unsigned width = instruction.getArraySize()->getType()->getIntegerBitWidth();
    count = resize(slotOf(*instruction.getArraySize()), width, 64, false);
    if (size > std::numeric_limits<std::uint32_t>::max()) {
      count = compute(Opcode::Mul, 64, count, integer(size, 64));
      size = 1;
    }
  }
  define(instruction,
         compute(Opcode::Allocate, 64, count, static_cast<SlotIndex>(size), alignmentOf(instruction.getAlign())));
  return true;
}

SlotIndex Decoder::address(SlotIndex base, std::int64_t offset, bool inBounds) {
  if (offset == 0) return base;
  const auto number = static_cast<std::uint64_t>(offset);
  return compute(Opcode::PointerAdd, 64, base, static_cast<SlotIndex>(number), static_cast<SlotIndex>(number >> 32U),
                 inBounds ? unsigned{InBounds} : 0U);
}

bool Decoder::decodeGep(const llvm::GEPOperator& instruction) {
  if (locals_.isInside(instruction)) return true;
  const std::size_t lanes = countOf(instruction.getType());
  const Slots bases = slotsOf(*instruction.getPointerOperand());
  Slots results;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    SlotIndex at = bases.size() == 1 ? bases[0] : bases[lane];
    std::int64_t pending = 0;
    for (auto step = llvm::gep_type_begin(instruction), end = llvm::gep_type_end(instruction); step != end; ++step) {
      const llvm::Value* index = step.getOperand();
      if (llvm::StructType* structure = step.getStructTypeOrNull()) {
        const auto* field = llvm::cast<llvm::Constant>(index);
        if (field->getType()->isVectorTy()) field = field->getSplatValue();
        const auto number = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(field)->getZExtValue());
        pending +=
            static_cast<std::int64_t>(layout_.getStructLayout(structure)->getElementOffset(number).getFixedValue());
        continue;
      }
      const llvm::TypeSize stride = step.getSequentialElementStride(layout_);
      if (stride.isScalable()) return false;
      const std::uint64_t scale = stride.getFixedValue();
      if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(index)) {
        pending = static_cast<std::int64_t>(static_cast<std::uint64_t>(pending) +
                                            number->getValue().sextOrTrunc(64).getZExtValue() * scale);
        continue;
      }
      if (scale == 0) continue;
      at = address(at, std::exchange(pending, 0), instruction.isInBounds());
      const Slots indices = slotsOf(*index);
      SlotIndex slot = indices.size() == 1 ? indices[0] : indices[lane];
      unsigned width = index->getType()->getScalarSizeInBits();
      if (width > 64) slot = resize(slot, std::exchange(width, 64U), 64, true);
      const unsigned flags = instruction.isInBounds() ? unsigned{InBounds} : 0U;
      if (scale <= std::numeric_limits<std::uint32_t>::max())
        at = compute(Opcode::PointerIndex, width, at, slot, static_cast<SlotIndex>(scale), flags);
      else at = compute(Opcode::PointerScale, width, at, slot, integer(scale, 64), flags);
    }
    results.push_back(address(at, pending, instruction.isInBounds()));
  }
  define(instruction, results);
  return true;
}

SlotIndex Decoder::loadScalar(ScalarType type, SlotIndex pointer) {
  return compute(Opcode::Load, type.width, pointer, 0, type.format, static_cast<unsigned>(type.kind));
}

void Decoder::storeScalar(ScalarType type, SlotIndex pointer, SlotIndex value) {
  emit(Opcode::Store, type.width, 0, pointer, value, 0, static_cast<unsigned>(type.kind));
}

void Decoder::loadInto(llvm::Type* type, SlotIndex pointer, std::uint64_t offset, Slots& result) {
  auto at = [&](std::uint64_t more) { return address(pointer, static_cast<std::int64_t>(offset + more), true); };
  if (const auto scalar = scalarOf(type)) {
    result.push_back(loadScalar(*scalar, at(0)));
  } else if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* places = layout_.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      loadInto(structure->getElementType(i), pointer, offset + places->getElementOffset(i).getFixedValue(), result);
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t stride = layout_.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (std::uint64_t i = 0; i < array->getNumElements() && countOf(type) > 0; ++i)
      loadInto(array->getElementType(), pointer, offset + i * stride, result);
  } else if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const ScalarType element = *scalarOf(vector->getElementType());
    const unsigned count = vector->getNumElements();
    if (element.width % 8 == 0) {
      for (unsigned i = 0; i < count; ++i)
        result.push_back(loadScalar(element, at(std::uint64_t{i} * element.width / 8)));
      return;
    }
    const auto width = static_cast<std::uint16_t>(element.width * count);
    result.append(unpack(loadScalar({ScalarKind::Integer, 0, width}, at(0)), width, element, count));
  }
}

Slots Decoder::load(llvm::Type* type, SlotIndex pointer) {
  Slots result;
  loadInto(type, pointer, 0, result);
  return result;
}

void Decoder::store(llvm::Type* type, SlotIndex pointer, std::uint64_t offset, llvm::ArrayRef<SlotIndex>& values) {
  auto at = [&](std::uint64_t more) { return address(pointer, static_cast<std::int64_t>(offset + more), true); };
  auto next = [&] {
    const SlotIndex value = values.front();
    values = values.drop_front();
    return value;
  };
  if (const auto scalar = scalarOf(type)) {
    const SlotIndex place = at(0);
    storeScalar(*scalar, place, next());
  } else if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* places = layout_.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      store(structure->getElementType(i), pointer, offset + places->getElementOffset(i).getFixedValue(), values);
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t stride = layout_.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (std::uint64_t i = 0; i < array->getNumElements() && countOf(type) > 0; ++i)
      store(array->getElementType(), pointer, offset + i * stride, values);
  } else if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const ScalarType element = *scalarOf(vector->getElementType());
    const unsigned count = vector->getNumElements();
    if (element.width % 8 == 0) {
      for (unsigned i = 0; i < count; ++i) {
        const SlotIndex place = at(std::uint64_t{i} * element.width / 8);
        storeScalar(element, place, next());
      }
      return;
    }
    const SlotIndex all = pack(values.take_front(count), element);
    values = values.drop_front(count);
    storeScalar({ScalarKind::Integer, 0, static_cast<std::uint16_t>(element.width * count)}, at(0), all);
  }
}

bool Decoder::decodeLoad(const llvm::LoadInst& instruction) {
  result_.hasVolatile = result_.hasVolatile || instruction.isVolatile();
  result_.hasAtomic = result_.hasAtomic || instruction.isAtomic();
  if (const auto place = locals_.placeOf(*instruction.getPointerOperand())) {
    const SlotIndex local = localSlots_.lookup(place->local) + place->part;
    define(instruction, compute(Opcode::Move, scalarOf(instruction.getType())->width, local));
    return true;
  }
  define(instruction, load(instruction.getType(), slotOf(*instruction.getPointerOperand())));
  return true;
}

bool Decoder::decodeStore(const llvm::StoreInst& instruction) {
  result_.hasVolatile = result_.hasVolatile || instruction.isVolatile();
  result_.hasAtomic = result_.hasAtomic || instruction.isAtomic();
  llvm::Type* type = instruction.getValueOperand()->getType();
  const Slots slots = slotsOf(*instruction.getValueOperand());
  if (const auto place = locals_.placeOf(*instruction.getPointerOperand())) {
    emit(Opcode::Move, scalarOf(type)->width, localSlots_.lookup(place->local) + place->part, slots[0]);
    return true;
  }
  llvm::ArrayRef<SlotIndex> values = slots;
  store(type, slotOf(*instruction.getPointerOperand()), 0, values);
  return true;
}

bool Decoder::decodeReadModifyWrite(const llvm::AtomicRMWInst& instruction) {
  using Operation = llvm::AtomicRMWInst;
  if (!scalarOf(instruction.getType())) return false;
  result_.hasAtomic = true;
  const ScalarType type = *scalarOf(instruction.getType());
  const SlotIndex pointer = slotOf(*instruction.getPointerOperand()), value = slotOf(*instruction.getValOperand());
  const SlotIndex old = loadScalar(type, pointer);
  auto direct = [&](Opcode op) { return compute(op, type.width, old, value, 0, type.format); };
  auto wrapping = [&](SlotIndex isEdge, SlotIndex atEdge, SlotIndex otherwise) {
    return compute(Opcode::Select, type.width, isEdge, atEdge, otherwise, static_cast<unsigned>(type.kind));
  };
  SlotIndex result = value;
  switch (instruction.getOperation()) {
  case Operation::Xchg: break;
  case Operation::Add: result = direct(Opcode::Add); break;
  case Operation::Sub: result = direct(Opcode::Sub); break;
  case Operation::And: result = direct(Opcode::And); break;
  case Operation::Nand:
    result = compute(Opcode::Xor, type.width, direct(Opcode::And), bits(llvm::APInt::getAllOnes(type.width), type));
    break;
  case Operation::Or: result = direct(Opcode::Or); break;
  case Operation::Xor: result = direct(Opcode::Xor); break;
  case Operation::Max: result = direct(Opcode::SMax); break;
  case Operation::Min: result = direct(Opcode::SMin); break;
  case Operation::UMax: result = direct(Opcode::UMax); break;
  case Operation::UMin: result = direct(Opcode::UMin); break;
  case Operation::FAdd: result = direct(Opcode::FAdd); break;
  case Operation::FSub: result = direct(Opcode::FSub); break;
  case Operation::FMax: result = direct(Opcode::FMaxNum); break;
  case Operation::FMin: result = direct(Opcode::FMinNum); break;
  case Operation::UIncWrap: // old >= value ? 0 : old + 1
    result = wrapping(compute(Opcode::ULessEqual, type.width, value, old), integer(0, type.width),
                      compute(Opcode::Add, type.width, old, integer(1, type.width)));
    break;
  case Operation::UDecWrap: { // old == 0 || old > value ? value : old - 1
    const SlotIndex isZero = compute(Opcode::Equal, type.width, old, integer(0, type.width));
    const SlotIndex isAbove = compute(Opcode::ULess, type.width, value, old);
    result = wrapping(compute(Opcode::Or, 1, isZero, isAbove), value,
                      compute(Opcode::Sub, type.width, old, integer(1, type.width)));
    break;
  }
  default: return false;
  }
  storeScalar(type, pointer, result);
  define(instruction, old);
  return true;
}

bool Decoder::decodeCompareExchange(const llvm::AtomicCmpXchgInst& instruction) {
  result_.hasAtomic = true;
  const ScalarType type = *scalarOf(instruction.getCompareOperand()->getType());
  const SlotIndex pointer = slotOf(*instruction.getPointerOperand());
  const SlotIndex expected = slotOf(*instruction.getCompareOperand()), value = slotOf(*instruction.getNewValOperand());
  const SlotIndex results = fresh(2);
  emit(Opcode::CompareExchange, type.width, results, pointer, expected, value, static_cast<unsigned>(type.kind));
  define(instruction, Slots{results, results + 1});
  return true;
}

bool Decoder::decodeVaArg(const llvm::VAArgInst& instruction) {
  const auto type = scalarOf(instruction.getType());
  if (!type) return false;
  define(instruction, compute(Opcode::VaArg, type->width, slotOf(*instruction.getPointerOperand()), 0, type->format,
                              static_cast<unsigned>(type->kind)));
  return true;
}

} // namespace beagle::ir
