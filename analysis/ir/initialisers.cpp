#include "analysis/ir/labels.h"
#include "analysis/ir/linked.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <map>

namespace beagle::ir {

namespace {

class InitialiserWriter {
public:
  InitialiserWriter(const Program::Implementation& program, std::uint32_t unit, Global& global)
      : unit_(program.units[unit]), layout_(unit_.module->getDataLayout()), global_(global) {}

  void write(const llvm::Constant& value, std::uint64_t at) {
    llvm::Type* type = value.getType();
    if (value.isNullValue()) return;
    if (llvm::isa<llvm::UndefValue>(value)) return leaveOut(type, at);
    if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) return writeVector(value, *vector, at);
    if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&value))
      return putBytes(data->getRawDataValues(), at);
    if (llvm::isa<llvm::ConstantAggregate>(value)) return writeParts(value, at);
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value)) return putBits(number->getValue(), at);
    if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&value))
      return putBits(number->getValueAPF().bitcastToAPInt(), at);
    writeAddress(value, at);
  }

private:
  /// Padding, and the rest of a union. It is zero in every variable that is built; a local one is only as if it were
  /// copied from its initialiser, of which the compiler may leave out what it likes.
  void leaveOut(llvm::Type* type, std::uint64_t at) {
    if (!global_.isMergeable) return;
    const std::uint64_t size = layout_.getTypeStoreSize(type).getFixedValue();
    auto& ranges = global_.uninitialised;
    if (!ranges.empty() && ranges.back().second == at) ranges.back().second = at + size;
    else if (size > 0) ranges.emplace_back(at, at + size);
  }

  void putBytes(llvm::StringRef bytes, std::uint64_t at) {
    const llvm::StringRef kept = bytes.rtrim('\0');
    if (kept.empty()) return;
    if (global_.bytes.size() < at + kept.size()) global_.bytes.resize(at + kept.size());
    std::ranges::copy(kept, global_.bytes.begin() + static_cast<std::ptrdiff_t>(at));
  }

  void putBits(const llvm::APInt& bits, std::uint64_t at) {
    std::string bytes((bits.getBitWidth() + 7) / 8, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const unsigned low = static_cast<unsigned>(i) * 8;
      bytes[i] = static_cast<char>(bits.extractBitsAsZExtValue(std::min(8U, bits.getBitWidth() - low), low));
    }
    putBytes(bytes, at);
  }

  void writeParts(const llvm::Constant& value, std::uint64_t at) {
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(value.getType())) {
      const llvm::StructLayout* places = layout_.getStructLayout(structure);
      for (unsigned i = 0; i < structure->getNumElements(); ++i)
        write(*value.getAggregateElement(i), at + places->getElementOffset(i).getFixedValue());
      return;
    }
    const std::uint64_t stride = layout_.getTypeAllocSize(value.getType()->getArrayElementType()).getFixedValue();
    for (unsigned i = 0; i < value.getNumOperands(); ++i) write(*value.getAggregateElement(i), at + i * stride);
  }

  /// The elements of a vector lie bit by bit behind each other.
  void writeVector(const llvm::Constant& value, const llvm::FixedVectorType& type, std::uint64_t at) {
    const unsigned width = static_cast<unsigned>(layout_.getTypeSizeInBits(type.getElementType()).getFixedValue());
    if (width % 8 == 0) {
      for (unsigned i = 0; i < type.getNumElements(); ++i) write(*value.getAggregateElement(i), at + i * (width / 8));
      return;
    }
    llvm::APInt all(width * type.getNumElements(), 0);
    for (unsigned i = 0; i < type.getNumElements(); ++i)
      if (const auto* element = llvm::dyn_cast<llvm::ConstantInt>(value.getAggregateElement(i)))
        all.insertBits(element->getValue(), i * width);
    putBits(all, at);
  }

  void writeAddress(const llvm::Constant& value, std::uint64_t at) {
    const llvm::Constant* folded = llvm::ConstantFoldConstant(&value, layout_);
    if (folded != &value && !llvm::isa<llvm::ConstantExpr>(folded)) return write(*folded, at);
    const std::uint64_t size = layout_.getTypeStoreSize(value.getType()).getFixedValue();
    const llvm::Constant* pointer = folded;
    if (const auto* number = llvm::dyn_cast<llvm::ConstantExpr>(folded); number && !folded->getType()->isPointerTy()) {
      if (number->getOpcode() != llvm::Instruction::PtrToInt || size != 8) return giveUp(*number);
      pointer = number->getOperand(0);
    }
    if (!pointer->getType()->isPointerTy()) return giveUp(value);
    if (const auto* label = llvm::dyn_cast<llvm::BlockAddress>(pointer)) return relocateToBlock(*label, at);
    llvm::APInt offset(64, 0);
    const llvm::Value* base = pointer->stripAndAccumulateConstantOffsets(layout_, offset, true);
    if (const auto* same = llvm::dyn_cast<llvm::DSOLocalEquivalent>(base)) base = same->getGlobalValue();
    if (const auto* same = llvm::dyn_cast<llvm::NoCFIValue>(base)) base = same->getGlobalValue();
    const auto* object = llvm::dyn_cast<llvm::GlobalValue>(base);
    const SymbolTarget target = object ? unit_.targets.lookup(object) : SymbolTarget{};
    if (target.kind == SymbolTarget::Kind::None) {
      if (const auto* number = integerAddress(*pointer)) return putBits(number->getValue().zextOrTrunc(64), at);
      return giveUp(value);
    }
    Relocation relocation;
    relocation.offset = at;
    relocation.isFunction = target.kind == SymbolTarget::Kind::Function;
    relocation.target = target.index;
    relocation.addend = target.offset + offset.getSExtValue();
    global_.relocations.push_back(relocation);
  }

  static const llvm::ConstantInt* integerAddress(const llvm::Constant& pointer) {
    const auto* cast = llvm::dyn_cast<llvm::ConstantExpr>(&pointer);
    return cast && cast->getOpcode() == llvm::Instruction::IntToPtr
               ? llvm::dyn_cast<llvm::ConstantInt>(cast->getOperand(0))
               : nullptr;
  }

  void relocateToBlock(const llvm::BlockAddress& label, std::uint64_t at) {
    Relocation relocation;
    relocation.offset = at;
    relocation.isFunction = true;
    relocation.target = unit_.targets.lookup(label.getFunction()).index;
    const auto [labels, isNew] = labels_.try_emplace(label.getFunction(), *label.getFunction());
    relocation.addend = labels->second.of(*label.getBasicBlock());
    global_.relocations.push_back(relocation);
  }

  void giveUp(const llvm::Constant& value) {
    if (!global_.unsupported.empty()) return;
    const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&value);
    global_.unsupported = fmt::format("constant {} in the initialiser of `{}`",
                                      expression ? expression->getOpcodeName() : "address", global_.name);
  }

  const Program::Implementation::Unit& unit_;
  const llvm::DataLayout& layout_;
  Global& global_;
  std::map<const llvm::Function*, Labels> labels_;
};

} // namespace

void decodeInitialiser(const Program::Implementation& program, std::uint32_t unit, const llvm::GlobalVariable& variable,
                       Global& global) {
  InitialiserWriter(program, unit, global).write(*variable.getInitializer(), 0);
}

} // namespace beagle::ir
