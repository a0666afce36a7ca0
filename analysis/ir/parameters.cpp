#include "analysis/ir/parameters.h"

#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace beagle::ir {

ParameterSources::ParameterSources(const llvm::Function& function) : layout_(function.getParent()->getDataLayout()) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
      if (record.getNumVariableLocationOps() == 1)
        note(record.isDbgDeclare(), record.getVariableLocationOp(0), *record.getVariable(), *record.getExpression(),
             record.getDebugLoc().getInlinedAt());
  }
}

void ParameterSources::note(bool isDeclare, const llvm::Value* value, const llvm::DILocalVariable& variable,
                            const llvm::DIExpression& expression, const llvm::DILocation* inlinedAt) {
  if (!value || variable.getArg() == 0 || inlinedAt) return;
  Place place{variable.getArg() - 1, 0, false};
  const auto fragment = expression.getFragmentInfo();
  if (fragment) place.offset = fragment->OffsetInBits / 8;
  if (isDeclare) {
    place.isIndirect = expression.startsWithDeref();
    addresses_.try_emplace(value, place);
  } else if (expression.getNumElements() == (fragment ? 3U : 0U)) {
    values_.try_emplace(value, place);
  }
}

void ParameterSources::name(const llvm::Argument& argument, std::span<Parameter> scalars) const {
  const auto place = placeOf(argument);
  if (!place) return;
  std::uint64_t offset = place->offset;
  for (Parameter& scalar : scalars) {
    scalar.source = place->parameter;
    scalar.sourceOffset = offset;
    scalar.isIndirect = place->isIndirect;
    offset += (scalar.type.width + 7U) / 8; // only vectors are several scalars in one argument
  }
}

std::optional<ParameterSources::Place> ParameterSources::placeOf(const llvm::Argument& argument) const {
  if (const auto it = addresses_.find(&argument); it != addresses_.end())
    return Place{it->second.parameter, it->second.offset, true};
  if (const auto it = values_.find(&argument); it != values_.end()) return it->second;
  if (auto place = storedTo(argument)) return place;
  for (const llvm::User* user : argument.users()) // a `bool` is stored as a byte
    if (llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::TruncInst>(user))
      if (auto place = storedTo(*user)) return place;
  return std::nullopt;
}

std::optional<ParameterSources::Place> ParameterSources::storedTo(const llvm::Value& value) const {
  for (const llvm::User* user : value.users())
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user); store && store->getValueOperand() == &value)
      if (auto place = memoryAt(*store->getPointerOperand())) return place;
  return std::nullopt;
}

/// The parameter that lives at an address, or is copied from there.
std::optional<ParameterSources::Place> ParameterSources::memoryAt(const llvm::Value& pointer) const {
  llvm::APInt offset(64, 0);
  const llvm::Value* base = pointer.stripAndAccumulateConstantOffsets(layout_, offset, true);
  if (auto place = declaredAt(*base, offset.getZExtValue())) return place;
  if (!llvm::isa<llvm::AllocaInst>(base)) return std::nullopt;
  for (const llvm::User* user : base->users()) { // coerced through memory of its own
    const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(user);
    if (!copy || copy->getRawSource() != base) continue;
    llvm::APInt start(64, 0);
    const llvm::Value* target = copy->getRawDest()->stripAndAccumulateConstantOffsets(layout_, start, true);
    if (auto place = declaredAt(*target, start.getZExtValue() + offset.getZExtValue())) return place;
  }
  return std::nullopt;
}

std::optional<ParameterSources::Place> ParameterSources::declaredAt(const llvm::Value& base,
                                                                    std::uint64_t offset) const {
  const auto it = addresses_.find(&base);
  if (it == addresses_.end()) return std::nullopt;
  Place place = it->second;
  place.offset += offset;
  return place;
}

} // namespace beagle::ir
