#include "analysis/ir/symbol_uses.h"

#include "analysis/ir/linked.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace beagle::ir {

namespace {

/// Whether a use of an address only calls it, compares it, or reads there; of an address computed from it, the same.
class Uses {
public:
  /// The address is handed on to where it is no longer followed, and may be called there.
  static bool isTaken(const llvm::Value& address) {
    return llvm::any_of(address.uses(), [](const llvm::Use& use) {
      const llvm::User* user = use.getUser();
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) return !call->isCallee(&use);
      if (llvm::isa<llvm::CmpInst, llvm::BlockAddress>(user)) return false;
      if (isAddressOfSame(*user)) return isTaken(*user);
      return true;
    });
  }

  static bool isWritten(const llvm::Value& address) {
    return llvm::any_of(address.uses(), [](const llvm::Use& use) {
      const llvm::User* user = use.getUser();
      if (llvm::isa<llvm::LoadInst, llvm::CmpInst>(user)) return false;
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) return !isOnlyRead(*call, use);
      if (llvm::isa<llvm::GEPOperator>(user) || isAddressOfSame(*user)) return isWritten(*user);
      return true;
    });
  }

private:
  static bool isAddressOfSame(const llvm::User& user) {
    return llvm::isa<llvm::GlobalAlias>(user) || llvm::isa<llvm::AddrSpaceCastOperator, llvm::BitCastOperator>(user);
  }

  static bool isOnlyRead(const llvm::CallBase& call, const llvm::Use& use) {
    if (const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&call))
      return &use == &transfer->getRawSourceUse();
    if (!call.isArgOperand(&use)) return true;
    const unsigned number = call.getArgOperandNo(&use);
    if (call.onlyReadsMemory(number) && call.doesNotCapture(number)) return true;
    const llvm::Function* callee = call.getCalledFunction();
    return callee && isPointerToConst(*callee, number);
  }

  /// As the source declares the parameter.
  static bool isPointerToConst(const llvm::Function& function, unsigned number) {
    const llvm::DISubprogram* source = function.getSubprogram();
    if (!source || !source->getType() || source->getType()->getTypeArray().size() != function.arg_size() + 1)
      return false;
    const llvm::DIType* type = source->getType()->getTypeArray()[number + 1];
    bool isPointer = false;
    while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
      if (isPointer && derived->getTag() == llvm::dwarf::DW_TAG_const_type) return true;
      if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type ||
          derived->getTag() == llvm::dwarf::DW_TAG_reference_type) {
        if (isPointer) return false;
        isPointer = true;
      }
      type = derived->getBaseType();
    }
    return false;
  }
};

SymbolUses findUses(const Program::Implementation& linked) {
  SymbolUses uses;
  uses.isAddressTaken.resize(linked.functions.size());
  uses.isWritten.resize(linked.globals.size());
  for (const Program::Implementation::Unit& unit : linked.units) {
    if (unit.isRuntime) continue;
    const std::scoped_lock lock(unit.bitcode->mutex());
    for (const auto& [value, target] : unit.targets) {
      if (target.kind == SymbolTarget::Kind::Function && !uses.isAddressTaken[target.index])
        uses.isAddressTaken[target.index] = Uses::isTaken(*value);
      if (target.kind == SymbolTarget::Kind::Global && !uses.isWritten[target.index])
        uses.isWritten[target.index] = Uses::isWritten(*value);
    }
  }
  return uses;
}

} // namespace

const SymbolUses& Program::uses() const {
  std::call_once(implementation_->usesFound,
                 [this] { implementation_->uses = std::make_unique<const SymbolUses>(findUses(*implementation_)); });
  return *implementation_->uses;
}

} // namespace beagle::ir
