#include "analysis/ir/locals.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace beagle::ir {

namespace {

/// More parts than this are no handful of scalars any more.
constexpr std::size_t mostParts = 16;

bool isScalar(const llvm::Type* type) {
  return type->isIntegerTy() || type->isPointerTy() || (type->isFloatingPointTy() && !type->isPPC_FP128Ty());
}

/// After setjmp, locals in memory keep what was last written; slots are restored with the frame.
bool returnsTwice(const llvm::Function& function) {
  return std::ranges::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && call->hasFnAttr(llvm::Attribute::ReturnsTwice);
  });
}

/// Collects all uses of one local's address.
class UseCollector {
public:
  struct Address {
    const llvm::Value* value;
    std::uint64_t offset;
  };

  UseCollector(const llvm::AllocaInst& local, const llvm::DataLayout& layout) : layout_(layout) {
    size_ = layout.getTypeAllocSize(local.getAllocatedType()).getFixedValue();
    addresses.push_back({&local, 0});
  }

  bool collect() {
    for (std::size_t i = 0; i < addresses.size(); ++i)
      for (const llvm::User* user : addresses[i].value->users())
        if (!accept(*user, addresses[i])) return false;
    return !overlap();
  }

  std::vector<Address> addresses;
  std::vector<Locals::Part> parts;

private:
  bool accept(const llvm::User& user, const Address& address) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&user))
      return !load->isVolatile() && touch(address.offset, load->getType());
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user))
      return store->getValueOperand() != address.value && !store->isVolatile() &&
             touch(address.offset, store->getValueOperand()->getType());
    if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&user)) {
      llvm::APInt offset(64, address.offset);
      if (gep->getPointerOperand() != address.value || !gep->accumulateConstantOffset(layout_, offset)) return false;
      if (offset.uge(size_)) return false;
      addresses.push_back({gep, offset.getZExtValue()});
      return true;
    }
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
    if (!call || (call->getIntrinsicID() != llvm::Intrinsic::lifetime_start &&
                  call->getIntrinsicID() != llvm::Intrinsic::lifetime_end))
      return llvm::isa_and_nonnull<llvm::DbgInfoIntrinsic>(call);
    return address.offset == 0;
  }

  bool touch(std::uint64_t offset, llvm::Type* type) {
    if (!isScalar(type) || offset + layout_.getTypeStoreSize(type).getFixedValue() > size_) return false;
    const auto same = std::ranges::find(parts, offset, &Locals::Part::offset);
    if (same != parts.end()) return same->type == type;
    parts.push_back({offset, type});
    return parts.size() <= mostParts;
  }

  bool overlap() {
    std::ranges::sort(parts, {}, &Locals::Part::offset);
    for (std::size_t i = 1; i < parts.size(); ++i)
      if (parts[i - 1].offset + layout_.getTypeStoreSize(parts[i - 1].type).getFixedValue() > parts[i].offset)
        return true;
    return false;
  }

  const llvm::DataLayout& layout_;
  std::uint64_t size_ = 0;
};

} // namespace

Locals::Locals(const llvm::Function& function) {
  if (function.isDeclaration() || returnsTwice(function)) return;
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  for (const llvm::Instruction& instruction : function.getEntryBlock())
    if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) consider(*local, layout);
}

void Locals::consider(const llvm::AllocaInst& local, const llvm::DataLayout& layout) {
  if (local.isArrayAllocation() || !local.isStaticAlloca() || local.isUsedWithInAlloca() || local.isSwiftError() ||
      local.getAllocatedType()->isScalableTy() || local.getAddressSpace() != 0)
    return;
  UseCollector uses(local, layout);
  if (!uses.collect()) return;
  for (const UseCollector::Address& address : uses.addresses) addresses_[address.value] = {&local, address.offset};
  promoted_[&local] = std::move(uses.parts);
}

const std::vector<Locals::Part>* Locals::partsOf(const llvm::AllocaInst& local) const {
  const auto it = promoted_.find(&local);
  return it == promoted_.end() ? nullptr : &it->second;
}

std::optional<Locals::Place> Locals::placeOf(const llvm::Value& pointer) const {
  const auto it = addresses_.find(&pointer);
  if (it == addresses_.end()) return std::nullopt;
  const std::vector<Part>& parts = promoted_.find(it->second.local)->second;
  const auto part = std::ranges::find(parts, it->second.offset, &Part::offset);
  return Place{it->second.local, static_cast<std::uint32_t>(part - parts.begin())};
}

const llvm::AllocaInst* Locals::localOf(const llvm::Value& pointer) const {
  const auto it = addresses_.find(&pointer);
  return it == addresses_.end() ? nullptr : it->second.local;
}

} // namespace beagle::ir
