// What the source takes memory for where it reads or writes it: pointers themselves no longer say.

#include "analysis/ir/decoder.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>
#include <limits>

namespace beagle::ir {

namespace {

/// "struct.node.12" of a record that the source calls "node".
std::string sourceName(llvm::StringRef name) {
  for (const llvm::StringRef tag : {"struct.", "class.", "union."})
    if (name.consume_front(tag)) break;
  const std::size_t dot = name.rfind('.');
  if (dot != llvm::StringRef::npos && dot + 1 < name.size() && llvm::all_of(name.substr(dot + 1), llvm::isDigit))
    name = name.substr(0, dot);
  return name.str();
}

/// The record that the whole address is computed from, and where in it.
void addRecord(const llvm::Value& pointer, const llvm::DataLayout& layout, Access& access) {
  std::uint64_t offset = 0;
  for (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(&pointer); step;
       step = llvm::dyn_cast<llvm::GEPOperator>(step->getPointerOperand())) {
    const auto* record = llvm::dyn_cast<llvm::StructType>(step->getSourceElementType());
    llvm::APInt constant(64, 0);
    if (step->accumulateConstantOffset(layout, constant)) offset += constant.getZExtValue();
    if (!record || record->isLiteral() || !record->hasName() || step->getNumIndices() < 2) continue;
    access.record = sourceName(record->getName());
    access.offset = offset;
  }
}

} // namespace

std::uint16_t Decoder::accessOf(const llvm::Instruction& instruction) {
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (!pointer) return 0;
  Access access;
  addRecord(*pointer, layout_, access);
  if (const llvm::MDNode* tag = instruction.getMetadata(llvm::LLVMContext::MD_tbaa); tag && tag->getNumOperands() >= 3)
    if (const auto* type = llvm::dyn_cast_or_null<llvm::MDNode>(tag->getOperand(1)); type && type->getNumOperands() > 0)
      if (const auto* name = llvm::dyn_cast_or_null<llvm::MDString>(type->getOperand(0)))
        access.scalar = name->getString().str();
  const auto known = std::ranges::find(result_.accesses, access);
  const std::size_t index = static_cast<std::size_t>(known - result_.accesses.begin());
  if (index > std::numeric_limits<std::uint16_t>::max()) return 0;
  if (known == result_.accesses.end()) result_.accesses.push_back(std::move(access));
  return static_cast<std::uint16_t>(index);
}

} // namespace beagle::ir
