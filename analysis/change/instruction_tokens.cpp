#include "analysis/change/instruction_tokens.h"

#include "analysis/change/assertion_calls.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cstring>

namespace beagle::change {

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t part) {
  hash = (hash ^ part) * 0x9E3779B97F4A7C15U;
  return hash ^ (hash >> 29);
}

std::uint64_t mixed(std::uint64_t hash, llvm::StringRef text) {
  for (const char c : text) hash = mixed(hash, static_cast<unsigned char>(c));
  return mixed(hash, text.size());
}

/// The call reports a failed assertion: texts and line do not count.
bool reportsAssertion(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && isAssertionFailure(*call);
}

} // namespace

llvm::SmallVector<const llvm::Value*, 4> valueOperands(const llvm::Instruction& instruction) {
  llvm::SmallVector<const llvm::Value*, 4> values;
  for (const llvm::Use& operand : instruction.operands())
    if (llvm::isa<llvm::Instruction>(operand.get()) || llvm::isa<llvm::Argument>(operand.get()))
      values.push_back(operand.get());
  return values;
}

bool isMarker(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::DbgInfoIntrinsic>(instruction) || instruction.isLifetimeStartOrEnd();
}

bool isPlainJump(const llvm::Instruction& instruction) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
  return branch && branch->isUnconditional();
}

std::uint64_t InstructionTokens::typeHash(const llvm::Type& type) const {
  const auto [it, isNew] = types_.try_emplace(&type, 0);
  if (isNew) it->second = mixed(1, typeText(type));
  return it->second;
}

/// An address by its distance in bytes, as in canonical code: what the path through types was does not matter.
std::uint64_t InstructionTokens::addressOf(const llvm::GetElementPtrInst& address) const {
  std::uint64_t hash = mixed(address.getOpcode(), address.getNoWrapFlags().getRaw());
  const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
  const unsigned width = layout.getIndexTypeSizeInBits(address.getType());
  llvm::MapVector<llvm::Value*, llvm::APInt> scales;
  llvm::APInt offset(width, 0);
  if (!address.getType()->isPointerTy() || !address.collectOffset(layout, width, scales, offset))
    return mixed(hash, typeHash(*address.getSourceElementType()));
  hash = mixed(hash, offset.getZExtValue());
  for (const auto& [index, scale] : scales)
    hash = mixed(mixed(hash, scale.getZExtValue()), typeHash(*index->getType()));
  if (const auto* known = llvm::dyn_cast<llvm::Constant>(address.getPointerOperand()))
    hash = mixed(hash, constant(*known));
  return hash;
}

std::uint64_t InstructionTokens::passing(const llvm::CallBase& call) const {
  std::uint64_t hash = call.getCallingConv();
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    for (const auto kind : {llvm::Attribute::SExt, llvm::Attribute::ZExt})
      hash = mixed(hash, call.paramHasAttr(i, kind));
    for (const llvm::Type* type : {call.getParamByValType(i), call.getParamStructRetType(i)})
      hash = mixed(hash, type ? typeHash(*type) : 0);
  }
  return hash;
}

/// `nsw`, `inbounds`, orderings, predicates: what makes one operation another one.
std::uint64_t InstructionTokens::flagsOf(const llvm::Instruction& instruction) const {
  std::uint64_t hash = mixed(instruction.getOpcode(), instruction.getRawSubclassOptionalData());
  if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) hash = mixed(hash, compare->getPredicate());
  else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    hash = mixed(mixed(hash, load->isVolatile()), static_cast<std::uint64_t>(load->getOrdering()));
  else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    hash = mixed(mixed(hash, store->isVolatile()), static_cast<std::uint64_t>(store->getOrdering()));
  else if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    hash = mixed(mixed(mixed(hash, update->getOperation()), update->isVolatile()),
                 static_cast<std::uint64_t>(update->getOrdering()));
  else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    hash = mixed(mixed(mixed(mixed(hash, exchange->isVolatile()), exchange->isWeak()),
                       static_cast<std::uint64_t>(exchange->getSuccessOrdering())),
                 static_cast<std::uint64_t>(exchange->getFailureOrdering()));
  else if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction))
    hash = mixed(mixed(hash, static_cast<std::uint64_t>(fence->getOrdering())), fence->getSyncScopeID());
  else if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    hash = mixed(hash, typeHash(*object->getAllocatedType()));
  else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    hash = mixed(mixed(hash, typeHash(*call->getFunctionType())), passing(*call));
  else if (const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
    for (const unsigned i : extract->indices()) hash = mixed(hash, i);
  else if (const auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction))
    for (const unsigned i : insert->indices()) hash = mixed(hash, i);
  else if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction))
    for (const int i : shuffle->getShuffleMask()) hash = mixed(hash, static_cast<std::uint64_t>(i));
  else if (const auto* pad = llvm::dyn_cast<llvm::LandingPadInst>(&instruction)) {
    hash = mixed(hash, pad->isCleanup());
    for (unsigned i = 0; i < pad->getNumClauses(); ++i) hash = mixed(hash, pad->isCatch(i));
  }
  return hash;
}

InstructionTokens::InstructionTokens(const llvm::Function& function) : function_(function), constants_(false) {
  for (const llvm::BasicBlock& block : function)
    for (const llvm::Instruction& instruction : block) {
      index_[&instruction] = size();
      instructions_.push_back(&instruction);
    }
  for (const llvm::Instruction* instruction : instructions_) {
    operations_.push_back(operationOf(*instruction));
    kinds_.push_back(kindOf(*instruction));
  }
  findLocals();
}

std::uint64_t InstructionTokens::constant(const llvm::Constant& value) const {
  const Key key = constants_.constantKey(value);
  std::uint64_t number = 0;
  std::memcpy(&number, key.named.data(), sizeof number);
  return number;
}

const llvm::DILocalVariable* variableAt(const llvm::AllocaInst& object) {
  auto* searched = const_cast<llvm::AllocaInst*>(&object); // the search takes no constants
  for (const llvm::DbgDeclareInst* declared : llvm::findDbgDeclares(searched)) return declared->getVariable();
  for (const llvm::DbgVariableRecord* declared : llvm::findDVRDeclares(searched)) return declared->getVariable();
  return nullptr;
}

void InstructionTokens::findLocals() {
  llvm::DenseMap<const llvm::Value*, std::uint64_t> names;
  for (const llvm::Instruction* instruction : instructions_) {
    if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(instruction)) {
      if (const llvm::DILocalVariable* variable = variableAt(*object)) names[object] = mixed(2, variable->getName());
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction)) {
      // A parameter is called like the variable that it is first stored to.
      const auto it = names.find(store->getPointerOperand());
      if (it == names.end() || !llvm::isa<llvm::Argument>(store->getValueOperand())) continue;
      const std::uint64_t name = it->second; // the next line may move what `it` points to
      names.try_emplace(store->getValueOperand(), mixed(name, 3));
    }
  }
  for (const llvm::Argument& argument : function_.args())
    locals_.push_back({&argument, names.lookup(&argument), mixed(4, typeHash(*argument.getType()))});
  for (const llvm::Instruction* instruction : instructions_)
    if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(instruction))
      locals_.push_back({object, names.lookup(object), typeHash(*object->getAllocatedType())});
}

std::uint64_t InstructionTokens::kindOf(const llvm::Instruction& instruction) {
  std::uint64_t hash = mixed(3, instruction.getOpcode());
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return mixed(hash, llvm::isa<llvm::IntrinsicInst>(call) ? 1 + call->getCalledFunction()->getIntrinsicID() : 0);
  hash = mixed(hash, instruction.getType()->getTypeID());
  return instruction.isTerminator() ? mixed(hash, instruction.getNumSuccessors() > 1) : hash;
}

std::uint64_t InstructionTokens::operationOf(const llvm::Instruction& instruction) const {
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return addressOf(*address);
  std::uint64_t hash = mixed(flagsOf(instruction), typeHash(*instruction.getType()));
  // Which value comes from which block, and which case leads where, is compared with the blocks.
  if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction) || llvm::isa<llvm::PHINode>(instruction)) return hash;
  if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction))
    return mixed(mixed(hash, choice->getNumCases()), typeHash(*choice->getCondition()->getType()));
  hash = mixed(hash, instruction.getNumOperands());
  const bool assertion = reportsAssertion(instruction);
  for (const llvm::Use& operand : instruction.operands()) {
    const llvm::Value* value = operand.get();
    const auto* known = llvm::dyn_cast<llvm::Constant>(value);
    if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(value))
      hash = mixed(mixed(mixed(hash, assembly->getAsmString()), assembly->getConstraintString()),
                   assembly->hasSideEffects());
    else if (known && (!assertion || llvm::isa<llvm::Function>(known))) hash = mixed(hash, constant(*known));
    else if (!llvm::isa<llvm::BasicBlock>(value)) hash = mixed(hash, assertion ? 5 : typeHash(*value->getType()));
  }
  return hash;
}

std::uint64_t InstructionTokens::withLocals(std::uint32_t index, const LocalKeys& locals) const {
  std::uint64_t hash = operations_[index];
  for (const llvm::Use& operand : instructions_[index]->operands())
    if (const auto it = locals.find(operand.get()); it != locals.end()) hash = mixed(hash, it->second);
  return hash;
}

std::vector<std::uint64_t> InstructionTokens::shallow(const LocalKeys& locals) const {
  std::vector<std::uint64_t> tokens;
  tokens.reserve(size());
  for (std::uint32_t i = 0; i < size(); ++i) tokens.push_back(withLocals(i, locals));
  return tokens;
}

std::vector<std::uint64_t> InstructionTokens::deep(const LocalKeys& locals) const {
  std::vector<std::uint64_t> tokens;
  tokens.reserve(size());
  for (std::uint32_t i = 0; i < size(); ++i) {
    std::uint64_t hash = withLocals(i, locals);
    for (const llvm::Use& operand : instructions_[i]->operands()) {
      const auto* source = llvm::dyn_cast<llvm::Instruction>(operand.get());
      if (!source || llvm::isa<llvm::AllocaInst>(source)) continue;
      const std::uint32_t from = index_.lookup(source);
      hash = mixed(hash, from < i ? tokens[from] : 7);
    }
    tokens.push_back(hash);
  }
  return tokens;
}

} // namespace beagle::change
