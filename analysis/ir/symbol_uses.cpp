#include "analysis/ir/symbol_uses.h"

#include "analysis/ir/linked.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

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

  /// What does not count.
  enum class Leaves : std::uint8_t {
    Nothing,
    StartUp,     ///< what the compiler has run before `main`
    AndElements, ///< and members that lead to elements: of an object that is no constant, `find` is another function
  };

  static bool isWritten(const llvm::Value& address, Leaves leaves) {
    return llvm::any_of(address.uses(), [leaves](const llvm::Use& use) {
      const llvm::User* user = use.getUser();
      const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (leaves != Leaves::Nothing && instruction && instruction->getFunction()->getSection() == ".text.startup")
        return false;
      if (llvm::isa<llvm::LoadInst, llvm::CmpInst>(user)) return false;
      if (llvm::isa<llvm::GEPOperator>(user) || isAddressOfSame(*user)) return isWritten(*user, leaves);
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user); store && leaves == Leaves::AndElements)
        return &use == &store->getOperandUse(1);
      const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (!call) return true;
      if (isOnlyRead(*call, use)) return false;
      if (leaves != Leaves::AndElements || !leadsToElements(*call, use)) return true;
      return call->getType()->isPointerTy() && isWritten(*call, leaves);
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

  static bool leadsToElements(const llvm::CallBase& call, const llvm::Use& use) {
    constexpr std::array<std::string_view, 18> members{
        "operator[]", "at",  "begin",       "end",         "rbegin",      "rend",  "find",       "front",     "back",
        "data",       "get", "lower_bound", "upper_bound", "equal_range", "c_str", "operator->", "operator*", "value"};
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee || !call.isArgOperand(&use) || call.getArgOperandNo(&use) != 0) return false;
    llvm::ItaniumPartialDemangler demangler;
    if (demangler.partialDemangle(callee->getName().str().c_str()) || !demangler.isFunction()) return false;
    const std::unique_ptr<char, void (*)(void*)> name(demangler.getFunctionBaseName(nullptr, nullptr), std::free);
    return name && std::ranges::find(members, std::string_view(name.get())) != members.end();
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
  uses.isWrittenLater.resize(linked.globals.size());
  uses.isChangedLater.resize(linked.globals.size());
  for (const Program::Implementation::Unit& unit : linked.units) {
    if (unit.isRuntime) continue;
    const std::scoped_lock lock(unit.bitcode->mutex());
    for (const auto& [value, target] : unit.targets) {
      if (target.kind == SymbolTarget::Kind::Function && !uses.isAddressTaken[target.index])
        uses.isAddressTaken[target.index] = Uses::isTaken(*value);
      if (target.kind != SymbolTarget::Kind::Global) continue;
      for (const auto& [written, leaves] :
           {std::pair(&uses.isWritten, Uses::Leaves::Nothing), std::pair(&uses.isWrittenLater, Uses::Leaves::StartUp),
            std::pair(&uses.isChangedLater, Uses::Leaves::AndElements)})
        if (!(*written)[target.index]) (*written)[target.index] = Uses::isWritten(*value, leaves);
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
