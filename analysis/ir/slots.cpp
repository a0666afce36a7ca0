#include "analysis/ir/decoder.h"

#include <algorithm>

namespace beagle::ir {

namespace {

/// More scalars than this in one value are taken for a mistake.
constexpr std::size_t mostScalars = 1U << 14U;

std::optional<std::uint8_t> formatOf(const llvm::Type& type) {
  switch (type.getTypeID()) {
  case llvm::Type::HalfTyID: return 0;
  case llvm::Type::BFloatTyID: return 1;
  case llvm::Type::FloatTyID: return 2;
  case llvm::Type::DoubleTyID: return 3;
  case llvm::Type::X86_FP80TyID: return 4;
  case llvm::Type::FP128TyID: return 5;
  default: return std::nullopt;
  }
}

} // namespace

std::optional<ScalarType> Decoder::scalarOf(llvm::Type* type) const {
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= UINT16_MAX)
    return ScalarType{ScalarKind::Integer, 0, static_cast<std::uint16_t>(type->getIntegerBitWidth())};
  if (type->isPointerTy() && layout_.getPointerTypeSizeInBits(type) == 64)
    return ScalarType{ScalarKind::Pointer, 0, 64};
  if (const auto format = formatOf(*type))
    return ScalarType{ScalarKind::Float, *format,
                      static_cast<std::uint16_t>(type->getPrimitiveSizeInBits().getFixedValue())};
  return std::nullopt;
}

bool Decoder::flatten(llvm::Type* type, std::vector<ScalarType>& scalars) {
  if (type->isVoidTy()) return true;
  if (const auto scalar = scalarOf(type)) {
    scalars.push_back(*scalar);
    return true;
  }
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type))
    return std::ranges::all_of(structure->elements(), [&](llvm::Type* part) { return flatten(part, scalars); });
  std::uint64_t count = 0;
  llvm::Type* element = nullptr;
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
    count = array->getNumElements(), element = array->getElementType();
  else if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    count = vector->getNumElements(), element = vector->getElementType();
  else return false;
  const std::size_t before = scalars.size();
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!flatten(element, scalars) || scalars.size() > mostScalars) return false;
    if (scalars.size() == before) return true; // elements of nothing
  }
  return true;
}

const std::vector<ScalarType>* Decoder::scalarsOf(llvm::Type* type) {
  const auto [it, isNew] = types_.try_emplace(type);
  if (isNew) {
    std::vector<ScalarType> scalars;
    if (flatten(type, scalars)) it->second = std::make_unique<std::vector<ScalarType>>(std::move(scalars));
  }
  return it->second.get();
}

std::size_t Decoder::countOf(llvm::Type* type) {
  const std::vector<ScalarType>* scalars = scalarsOf(type);
  return scalars ? scalars->size() : 0;
}

SlotIndex Decoder::fresh(std::size_t count) {
  const SlotIndex first = slots_;
  slots_ += static_cast<SlotIndex>(count);
  return first;
}

Slots Decoder::freshFor(llvm::Type* type) {
  Slots slots(countOf(type));
  const SlotIndex first = fresh(slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = first + static_cast<SlotIndex>(i);
  return slots;
}

void Decoder::define(const llvm::Value& value, const Slots& slots) {
  values_[&value] = {static_cast<std::uint32_t>(pool_.size()), static_cast<std::uint32_t>(slots.size())};
  pool_.insert(pool_.end(), slots.begin(), slots.end());
}

Slots Decoder::slotsOf(const llvm::Value& value) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) return constantSlots(*constant);
  const auto it = values_.find(&value);
  if (it == values_.end()) { // a value that had no form, and whose instruction said so
    problem_ = "a value without a form";
    return freshFor(value.getType());
  }
  const auto [first, count] = it->second;
  return Slots(pool_.begin() + first, pool_.begin() + first + count);
}

SlotIndex Decoder::slotOf(const llvm::Value& value) {
  const Slots slots = slotsOf(value);
  if (slots.size() == 1) return slots[0];
  problem_ = "a value that is no scalar";
  return fresh();
}

SlotIndex Decoder::constantSlot(const Constant& constant) {
  const auto [it, isNew] = constants_.try_emplace({constant.kind, constant.type.kind, constant.type.format,
                                                   constant.type.width, constant.bits, constant.index, constant.words},
                                                  static_cast<SlotIndex>(result_.constants.size()) | constantBit);
  if (isNew) result_.constants.push_back(constant);
  return it->second;
}

SlotIndex Decoder::bits(const llvm::APInt& value, ScalarType type) {
  Constant constant;
  constant.type = type;
  if (value.getBitWidth() <= 64) constant.bits = value.getZExtValue();
  else constant.words.assign(value.getRawData(), value.getRawData() + value.getNumWords());
  return constantSlot(constant);
}

SlotIndex Decoder::integer(std::uint64_t value, unsigned width) {
  return bits(llvm::APInt(64, value).zextOrTrunc(width), {ScalarKind::Integer, 0, static_cast<std::uint16_t>(width)});
}

} // namespace beagle::ir
