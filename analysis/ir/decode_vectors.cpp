#include "analysis/ir/decoder.h"

#include <llvm/IR/Constants.h>

namespace beagle::ir {

namespace {

namespace Id = llvm::Intrinsic;

} // namespace

/// The number of the first scalar of an element.
std::size_t Decoder::aggregateIndex(llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
  std::size_t first = 0;
  for (const unsigned index : indices) {
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      for (unsigned i = 0; i < index; ++i) first += countOf(structure->getElementType(i));
      type = structure->getElementType(index);
    } else {
      type = type->getArrayElementType();
      first += index * countOf(type);
    }
  }
  return first;
}

bool Decoder::decodeAggregate(const llvm::Instruction& instruction) {
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    const Slots all = slotsOf(*extract->getAggregateOperand());
    const std::size_t first = aggregateIndex(extract->getAggregateOperand()->getType(), extract->getIndices());
    define(instruction, Slots(llvm::ArrayRef(all).slice(first, countOf(instruction.getType()))));
    return true;
  }
  if (const auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
    Slots all = slotsOf(*insert->getAggregateOperand());
    const Slots part = slotsOf(*insert->getInsertedValueOperand());
    llvm::copy(part,
               all.begin() + static_cast<std::ptrdiff_t>(aggregateIndex(instruction.getType(), insert->getIndices())));
    define(instruction, all);
    return true;
  }
  const std::vector<ScalarType>& types = *scalarsOf(instruction.getType()); // freeze
  const Slots values = slotsOf(*instruction.getOperand(0));
  Slots results;
  for (std::size_t i = 0; i < values.size(); ++i) results.push_back(compute(Opcode::Freeze, types[i].width, values[i]));
  define(instruction, results);
  return true;
}

bool Decoder::decodeExtract(const llvm::ExtractElementInst& instruction) {
  const Slots elements = slotsOf(*instruction.getVectorOperand());
  const ScalarType type = scalarsOf(instruction.getType())->front();
  const llvm::Value& index = *instruction.getIndexOperand();
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&index)) {
    const std::uint64_t place = number->getValue().getLimitedValue();
    if (place < elements.size()) define(instruction, elements[place]);
    else define(instruction, constantSlots(*llvm::PoisonValue::get(instruction.getType())));
    return true;
  }
  // The elements are chosen from by number: they have to lie side by side.
  const SlotIndex first = fresh(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i)
    emit(Opcode::Move, type.width, first + static_cast<SlotIndex>(i), elements[i]);
  const SlotIndex chosen = resize(slotOf(index), index.getType()->getIntegerBitWidth(), 64, false);
  define(instruction, compute(Opcode::PickSlot, type.width, chosen, first, static_cast<SlotIndex>(elements.size())));
  return true;
}

bool Decoder::decodeInsert(const llvm::InsertElementInst& instruction) {
  Slots elements = slotsOf(*instruction.getOperand(0));
  const SlotIndex value = slotOf(*instruction.getOperand(1));
  const llvm::Value& index = *instruction.getOperand(2);
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&index)) {
    const std::uint64_t place = number->getValue().getLimitedValue();
    if (place < elements.size()) elements[place] = value;
    else elements = constantSlots(*llvm::PoisonValue::get(instruction.getType()));
    define(instruction, elements);
    return true;
  }
  const ScalarType type = scalarsOf(instruction.getType())->front();
  const Slots results = freshFor(instruction.getType());
  for (std::size_t i = 0; i < elements.size(); ++i) emit(Opcode::Move, type.width, results[i], elements[i]);
  const SlotIndex chosen = resize(slotOf(index), index.getType()->getIntegerBitWidth(), 64, false);
  emit(Opcode::PutSlot, type.width, results[0], chosen, value, static_cast<SlotIndex>(elements.size()));
  define(instruction, results);
  return true;
}

bool Decoder::decodeShuffle(const llvm::ShuffleVectorInst& instruction) {
  Slots elements = slotsOf(*instruction.getOperand(0));
  elements.append(slotsOf(*instruction.getOperand(1)));
  const Slots nothing = constantSlots(*llvm::PoisonValue::get(instruction.getType()->getElementType()));
  Slots results;
  for (const int index : instruction.getShuffleMask())
    results.push_back(index < 0 ? nothing[0] : elements[static_cast<std::size_t>(index)]);
  define(instruction, results);
  return true;
}

bool Decoder::decodeSelect(const llvm::SelectInst& instruction) {
  const std::vector<ScalarType>& types = *scalarsOf(instruction.getType());
  const Slots conditions = slotsOf(*instruction.getCondition());
  const Slots yes = slotsOf(*instruction.getTrueValue()), no = slotsOf(*instruction.getFalseValue());
  Slots results;
  for (std::size_t i = 0; i < types.size(); ++i)
    results.push_back(compute(Opcode::Select, types[i].width, conditions.size() == 1 ? conditions[0] : conditions[i],
                              yes[i], no[i], static_cast<unsigned>(types[i].kind)));
  define(instruction, results);
  return true;
}

/// From the first element on, as LLVM orders a sequential reduction.
bool Decoder::decodeReduction(const llvm::IntrinsicInst& call) {
  Opcode op = Opcode::Add;
  bool hasStart = false;
  switch (call.getIntrinsicID()) {
  case Id::vector_reduce_add: op = Opcode::Add; break;
  case Id::vector_reduce_mul: op = Opcode::Mul; break;
  case Id::vector_reduce_and: op = Opcode::And; break;
  case Id::vector_reduce_or: op = Opcode::Or; break;
  case Id::vector_reduce_xor: op = Opcode::Xor; break;
  case Id::vector_reduce_smax: op = Opcode::SMax; break;
  case Id::vector_reduce_smin: op = Opcode::SMin; break;
  case Id::vector_reduce_umax: op = Opcode::UMax; break;
  case Id::vector_reduce_umin: op = Opcode::UMin; break;
  case Id::vector_reduce_fadd: op = Opcode::FAdd, hasStart = true; break;
  case Id::vector_reduce_fmul: op = Opcode::FMul, hasStart = true; break;
  case Id::vector_reduce_fmax: op = Opcode::FMaxNum; break;
  case Id::vector_reduce_fmin: op = Opcode::FMinNum; break;
  case Id::vector_reduce_fmaximum: op = Opcode::FMaximum; break;
  case Id::vector_reduce_fminimum: op = Opcode::FMinimum; break;
  default: return false;
  }
  const ScalarType type = scalarsOf(call.getType())->front();
  Slots elements = slotsOf(*call.getArgOperand(call.arg_size() - 1));
  if (hasStart) elements.insert(elements.begin(), slotOf(*call.getArgOperand(0)));
  SlotIndex result = elements[0];
  for (std::size_t i = 1; i < elements.size(); ++i)
    result = compute(op, type.width, result, elements[i], 0, type.format);
  define(call, result);
  return true;
}

} // namespace beagle::ir
