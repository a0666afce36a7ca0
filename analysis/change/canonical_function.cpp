#include "analysis/change/canonical_function.h"

#include "analysis/change/assertion_calls.h"
#include "analysis/change/block_order.h"
#include "analysis/change/instruction_kinds.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace beagle::change {

namespace {

/// How a value is passed, where that is part of the calling convention or of the value itself.
void addPassing(KeyBuilder& builder, const llvm::AttributeSet& attributes) {
  std::uint64_t flags = 0;
  for (const auto kind : {llvm::Attribute::SExt, llvm::Attribute::ZExt, llvm::Attribute::InReg, llvm::Attribute::Nest,
                          llvm::Attribute::Returned})
    flags = flags * 2 + attributes.hasAttribute(kind);
  const bool byAddress = attributes.hasAttribute(llvm::Attribute::ByVal) ||
                         attributes.hasAttribute(llvm::Attribute::StructRet) ||
                         attributes.hasAttribute(llvm::Attribute::ByRef);
  builder.number(flags * 2 + byAddress);
  if (!byAddress) return;
  for (llvm::Type* type : {attributes.getByValType(), attributes.getStructRetType(), attributes.getByRefType()})
    builder.text(type ? typeText(*type) : "");
}

} // namespace

FunctionForm::FunctionForm(llvm::Function& function, const LineMentions& lines, OperandOrder::By by, bool keepText)
    : function_(function), layout_(function.getParent()->getDataLayout()), writer_(keepText),
      blocksInOrder_(canonicalOrder(function)), lineUses_(lineConstants(function, lines)),
      operands_(by, writer_, blocks_, lineUses_, epoch_), lifetimes_(function) {
  for (std::size_t i = 0; i < blocksInOrder_.size(); ++i) blocks_[blocksInOrder_[i]] = i;
}

CanonicalCode FunctionForm::write() {
  writeHeader();
  for (llvm::BasicBlock* block : blocksInOrder_) writeBlock(*block);
  writePhis();
  writeMarksOfObjects();
  return writer_.finish();
}

void FunctionForm::writeHeader() {
  KeyBuilder header;
  header.text(writer_.type(*function_.getFunctionType())).number(function_.getCallingConv());
  const llvm::AttributeList attributes = function_.getAttributes();
  addPassing(header, attributes.getRetAttrs());
  for (unsigned i = 0; i < function_.arg_size(); ++i) addPassing(header, attributes.getParamAttrs(i));
  if (function_.hasPersonalityFn()) header.key(writer_.constantKey(*function_.getPersonalityFn()));
  writer_.put("function", header.build());
}

void FunctionForm::writeBlock(llvm::BasicBlock& block) {
  block_ = blocks_.lookup(&block);
  writeEffect("block", KeyBuilder().number(block_).build());
  for (llvm::Instruction& instruction : block) {
    if (!instruction.getType()->isVoidTy() && !instruction.getType()->isTokenTy()) operands_.meet(instruction);
    if (llvm::isa<llvm::PHINode>(instruction)) continue;
    if (&instruction == block.getTerminator()) break;
    writeInstruction(instruction);
  }
  writeEnds();
  writeTerminator(*block.getTerminator());
  lifetimes_.leaveBlock(block_);
}

void FunctionForm::writeEffect(llvm::StringRef what, const Key& effect) {
  flushLoads();
  writer_.put(what, effect);
  ++epoch_;
}

void FunctionForm::flushLoads() {
  std::ranges::sort(loads_, {}, &Key::named);
  const auto repeated = std::ranges::unique(loads_, {}, &Key::named);
  loads_.erase(repeated.begin(), repeated.end());
  for (const Key& load : loads_) writer_.put("load", load);
  loads_.clear();
}

void FunctionForm::writeInstruction(llvm::Instruction& instruction) {
  if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    if (intrinsic->isLifetimeStartOrEnd()) return writeLifetime(*intrinsic);
    if (isHint(intrinsic->getIntrinsicID())) return;
  }
  writeEnds();
  if (isDivision(instruction)) {
    if (divisionMayTrap(instruction)) writeEffect("may trap", key(instruction));
    return;
  }
  if (isPure(instruction)) return;
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return writeCall(*call);
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && load->isSimple()) {
    loads_.push_back(loadKey(*load));
    return;
  }
  if (auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction); object && object->isStaticAlloca()) return;

  KeyBuilder effect;
  effect.number(instruction.getOpcode()).text(writer_.type(*instruction.getType()));
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    effect.number(store->isVolatile()).number(static_cast<std::uint64_t>(store->getOrdering()));
  else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    effect.number(load->isVolatile()).number(static_cast<std::uint64_t>(load->getOrdering()));
  else if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    effect.number(update->getOperation())
        .number(update->isVolatile())
        .number(static_cast<std::uint64_t>(update->getOrdering()));
  else if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction))
    effect.number(static_cast<std::uint64_t>(fence->getOrdering())).number(fence->getSyncScopeID());
  else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    effect.number(exchange->isVolatile())
        .number(exchange->isWeak())
        .number(static_cast<std::uint64_t>(exchange->getSuccessOrdering()))
        .number(static_cast<std::uint64_t>(exchange->getFailureOrdering()));
  else if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    effect.text(writer_.type(*object->getAllocatedType()));
  else if (const auto* pad = llvm::dyn_cast<llvm::LandingPadInst>(&instruction)) {
    effect.number(pad->isCleanup());
    for (unsigned i = 0; i < pad->getNumClauses(); ++i) effect.number(pad->isCatch(i));
  }
  for (unsigned i = 0; i < instruction.getNumOperands(); ++i) effect.key(operandKey(instruction.getOperandUse(i)));
  writeEffect(instruction.getOpcodeName(), effect.build());
  if (!instruction.getType()->isVoidTy()) keys_[&instruction] = number(instruction, "result");
}

void FunctionForm::writeCall(llvm::CallBase& call) {
  KeyBuilder effect;
  effect.text(writer_.type(*call.getFunctionType())).number(call.getCallingConv()).number(call.isMustTailCall());
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand()))
    effect.text(assembly->getAsmString()).text(assembly->getConstraintString()).number(assembly->hasSideEffects());
  else effect.key(key(*call.getCalledOperand()));
  const bool assertion = isAssertionFailure(call);
  if (!assertion) {
    const llvm::AttributeList attributes = call.getAttributes();
    addPassing(effect, attributes.getRetAttrs());
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      if (call.getArgOperand(i)->getType()->isMetadataTy()) { // a rounding mode, a comparison, a register's name
        effect.key(key(*call.getArgOperand(i)));
        continue;
      }
      addPassing(effect, attributes.getParamAttrs(i));
      effect.key(operandKey(call.getArgOperandUse(i)));
    }
  }
  for (unsigned i = 0; i < call.getNumOperandBundles(); ++i) {
    const llvm::OperandBundleUse bundle = call.getOperandBundleAt(i);
    effect.text(bundle.getTagName());
    for (const llvm::Use& input : bundle.Inputs) effect.key(key(*input));
  }
  writeEffect(call.getOpcodeName(), effect.build());
  if (!call.getType()->isVoidTy()) keys_[&call] = number(call, "result");
}

void FunctionForm::writeTerminator(llvm::Instruction& terminator) {
  if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator)) return writeBranch(*branch);
  if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator)) return writeSwitch(*choice);
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&terminator)) {
    writeCall(*call);
  } else {
    KeyBuilder effect;
    effect.number(terminator.getOpcode());
    for (llvm::Value* operand : terminator.operands())
      if (!llvm::isa<llvm::BasicBlock>(operand)) effect.key(key(*operand));
    writeEffect(terminator.getOpcodeName(), effect.build());
  }
  KeyBuilder targets;
  for (const llvm::BasicBlock* successor : llvm::successors(&terminator)) targets.number(blocks_.lookup(successor));
  writer_.put("to", targets.build());
}

void FunctionForm::writeBranch(llvm::BranchInst& branch) {
  if (branch.isUnconditional())
    return writeEffect("goto", KeyBuilder().number(blocks_.lookup(branch.getSuccessor(0))).build());
  const Condition decision = condition(*branch.getCondition());
  std::uint64_t yes = blocks_.lookup(branch.getSuccessor(0));
  std::uint64_t no = blocks_.lookup(branch.getSuccessor(1));
  if (decision.negated) std::swap(yes, no);
  writeEffect("branch", KeyBuilder().key(decision.key).number(yes).number(no).build());
}

void FunctionForm::writeSwitch(llvm::SwitchInst& choice) {
  std::vector<std::pair<llvm::APInt, std::uint64_t>> cases;
  for (const auto& one : choice.cases())
    cases.emplace_back(one.getCaseValue()->getValue(), blocks_.lookup(one.getCaseSuccessor()));
  std::ranges::sort(cases, [](const auto& a, const auto& b) { return a.first.ult(b.first); });
  KeyBuilder effect;
  effect.key(key(*choice.getCondition())).number(blocks_.lookup(choice.getDefaultDest()));
  for (const auto& [value, target] : cases) {
    llvm::SmallString<40> digits;
    value.toStringUnsigned(digits);
    effect.text(digits).number(target);
  }
  writeEffect("switch", effect.build());
}

/// What each phi receives, by the number of the block it comes from. Writing one may number further ones.
void FunctionForm::writePhis() {
  for (std::size_t i = 0; i < phis_.size(); ++i) {
    llvm::PHINode* phi = phis_[i];
    std::vector<std::pair<std::uint64_t, llvm::Value*>> incoming;
    for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k)
      incoming.emplace_back(blocks_.lookup(phi->getIncomingBlock(k)), phi->getIncomingValue(k));
    // A block that comes twice (a switch) brings the same value twice.
    std::ranges::sort(incoming, {}, [](const auto& entry) { return entry.first; });
    KeyBuilder builder;
    builder.number(i).number(blocks_.lookup(phi->getParent())).text(writer_.type(*phi->getType()));
    for (const auto& [from, value] : incoming) builder.number(from).key(key(*value));
    writer_.put("phi", builder.build());
  }
}

void FunctionForm::writeLifetime(llvm::IntrinsicInst& marker) {
  const bool begins = marker.getIntrinsicID() == llvm::Intrinsic::lifetime_start;
  if (llvm::AllocaInst* object = lifetimes_.movableObject(marker)) {
    if (begins) lifetimes_.begin(*object);
    else lifetimes_.end(*object);
    return;
  }
  writeEnds();
  writeEffect(begins ? "begin" : "end", key(*marker.getArgOperand(1)));
}

void FunctionForm::writeEnds() {
  for (llvm::AllocaInst* object : lifetimes_.takeEnds(numbers_, block_)) writeEffect("end", key(*object));
}

void FunctionForm::writeMarksOfObjects() {
  for (llvm::AllocaInst* object : objects_) {
    const auto marks = lifetimes_.unusedIn(*object);
    if (marks.empty()) continue;
    KeyBuilder builder;
    builder.key(key(*object));
    for (const auto& [block, begins] : marks) builder.number(block).number(begins);
    writer_.put("life", builder.build());
  }
}

Key FunctionForm::number(llvm::Value& value, llvm::StringRef what) {
  const std::uint64_t number = numbers_.size();
  numbers_[&value] = number;
  return KeyBuilder().text(what).number(number).text(writer_.type(*value.getType())).build();
}

/// By what it says: a node prints as an address.
Key FunctionForm::metadataKey(const llvm::Metadata* metadata) {
  KeyBuilder builder;
  if (!metadata) return builder.build();
  builder.number(metadata->getMetadataID());
  if (const auto* text = llvm::dyn_cast<llvm::MDString>(metadata)) builder.text(text->getString());
  else if (const auto* value = llvm::dyn_cast<llvm::ValueAsMetadata>(metadata)) builder.key(key(*value->getValue()));
  else if (const auto* list = llvm::dyn_cast<llvm::MDTuple>(metadata))
    for (const llvm::MDOperand& part : list->operands()) builder.key(metadataKey(part.get()));
  return builder.build();
}

/// Values that are not expressions: each has its key for good once it was met.
Key FunctionForm::leafKey(llvm::Value& value) {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) return writer_.constantKey(*constant);
  if (auto* argument = llvm::dyn_cast<llvm::Argument>(&value))
    return KeyBuilder().text("argument").number(argument->getArgNo()).build();
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
    phis_.push_back(phi);
    return number(value, "phi");
  }
  if (auto* object = llvm::dyn_cast<llvm::AllocaInst>(&value)) {
    objects_.push_back(object);
    KeyBuilder builder;
    builder.key(number(value, "object"));
    const auto size = object->getAllocationSize(layout_);
    builder.number(size ? size->getFixedValue() : 0);
    return builder.build();
  }
  if (auto* wrapped = llvm::dyn_cast<llvm::MetadataAsValue>(&value))
    return KeyBuilder().text("metadata").key(metadataKey(wrapped->getMetadata())).build();
  if (auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(&value))
    return KeyBuilder().text(assembly->getAsmString()).text(assembly->getConstraintString()).build();
  // A result that is used before it is written can only come round a loop: number it now.
  return number(value, "result");
}

Key FunctionForm::key(llvm::Value& wanted) {
  // A stack of our own: expressions can be as deep as a generated program is long.
  llvm::SmallVector<llvm::Value*, 16> stack{&wanted};
  while (!stack.empty()) {
    llvm::Value* value = stack.back();
    if (keys_.contains(value)) {
      stack.pop_back();
      continue;
    }
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    const bool expression = instruction && (isPure(*instruction) || isDivision(*instruction));
    const bool load =
        instruction && llvm::isa<llvm::LoadInst>(instruction) && llvm::cast<llvm::LoadInst>(instruction)->isSimple();
    if (!expression && !load) {
      const Key leaf = leafKey(*value);
      keys_[value] = leaf;
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    const auto operands = operands_.operandsOf(*instruction);
    for (llvm::Value* operand : llvm::reverse(operands)) { // the first comes off first
      auto* inner = llvm::dyn_cast<llvm::Instruction>(operand);
      if (inner && !keys_.contains(inner) && (isPure(*inner) || isDivision(*inner))) stack.push_back(inner);
    }
    if (stack.size() > before) continue;
    const Key result = load ? loadKey(*llvm::cast<llvm::LoadInst>(instruction)) : expressionKey(*instruction);
    keys_[value] = result;
    stack.pop_back();
  }
  // An object's life begins, at the latest, right before the first effect that mentions it.
  if (lifetimes_.takeStart(wanted)) writeEffect("begin", keys_[&wanted]);
  return keys_[&wanted];
}

Key FunctionForm::loadKey(llvm::LoadInst& load) {
  if (const auto found = keys_.find(&load); found != keys_.end()) return found->second;
  // Numbering may write an effect ("begin"), so the address comes before the epoch.
  const Key address = key(*load.getPointerOperand());
  const Key result = KeyBuilder().text("load").text(writer_.type(*load.getType())).key(address).number(epoch_).build();
  return keys_[&load] = result;
}

Key FunctionForm::operandKey(const llvm::Use& operand) {
  const auto line = lineUses_.find(&operand);
  return line == lineUses_.end() ? key(*operand.get()) : KeyBuilder().text("line number").text(line->second).build();
}

FunctionForm::Condition FunctionForm::compare(llvm::CmpInst& compared) {
  const OperandOrder::Comparison one = operands_.oriented(compared);
  KeyBuilder builder;
  builder.text("compare").number(one.predicate).number(flagsOf(compared)).text(writer_.type(*one.left->getType()));
  builder.key(key(*one.left)).key(key(*one.right));
  return {builder.build(), one.negated};
}

FunctionForm::Condition FunctionForm::condition(llvm::Value& value) {
  if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value)) {
    if (isExpect(*instruction)) return condition(*instruction->getOperand(0));
    if (auto* compared = llvm::dyn_cast<llvm::CmpInst>(instruction); compared && !value.getType()->isVectorTy())
      return compare(*compared);
    if (instruction->getOpcode() == llvm::Instruction::Xor && value.getType()->isIntegerTy(1))
      if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(instruction->getOperand(1))) {
        Condition inner = condition(*instruction->getOperand(0));
        inner.negated ^= constant->isOne();
        return inner;
      }
  }
  return {key(value), false};
}

Key FunctionForm::gepKey(llvm::GetElementPtrInst& gep) {
  // A path through types means a number of bytes: constant steps add up, variable ones keep their scale.
  KeyBuilder builder;
  llvm::APInt offset(64, 0);
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  builder.text("address").number(flagsOf(gep)).text(writer_.type(*gep.getType())).key(key(*gep.getPointerOperand()));
  if (gep.collectOffset(layout_, 64, variable, offset)) {
    builder.number(static_cast<std::uint64_t>(offset.getSExtValue()));
    for (const auto& [index, scale] : variable)
      builder.key(key(*index)).number(static_cast<std::uint64_t>(scale.getSExtValue()));
  } else {
    builder.text(writer_.type(*gep.getSourceElementType()));
    for (llvm::Value* index : gep.indices()) builder.key(key(*index));
  }
  return builder.build();
}

Key FunctionForm::expressionKey(llvm::Instruction& instruction) {
  if (isUninitialised(instruction))
    return KeyBuilder().text("uninitialised").text(writer_.type(*instruction.getType())).build();
  if (isExpect(instruction)) return key(*instruction.getOperand(0));
  if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return gepKey(*gep);
  if (instruction.getType()->isIntegerTy(1)) {
    const bool isCompare = llvm::isa<llvm::CmpInst>(instruction);
    const bool isNot =
        instruction.getOpcode() == llvm::Instruction::Xor && llvm::isa<llvm::ConstantInt>(instruction.getOperand(1));
    if (isCompare || isNot) {
      const Condition truth = condition(instruction);
      return truth.negated ? KeyBuilder().text("not").key(truth.key).build() : truth.key;
    }
  }
  KeyBuilder builder;
  builder.number(instruction.getOpcode()).number(flagsOf(instruction)).text(writer_.type(*instruction.getType()));
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
      select && select->getCondition()->getType()->isIntegerTy(1)) {
    const Condition decision = condition(*select->getCondition());
    llvm::Value* yes = select->getTrueValue();
    llvm::Value* no = select->getFalseValue();
    if (decision.negated) std::swap(yes, no);
    return builder.key(decision.key).key(key(*yes)).key(key(*no)).build();
  }
  if (auto* compared = llvm::dyn_cast<llvm::CmpInst>(&instruction)) builder.number(compared->getPredicate());
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
    for (const unsigned index : extract->indices()) builder.number(index);
  if (auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction))
    for (const unsigned index : insert->indices()) builder.number(index);
  if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction))
    for (const int lane : shuffle->getShuffleMask()) builder.number(static_cast<std::uint64_t>(lane));
  if (llvm::isa<llvm::BinaryOperator>(instruction) && instruction.isCommutative()) {
    for (llvm::Value* operand : operands_.operandsOf(instruction)) builder.key(key(*operand));
    return builder.build();
  }
  for (llvm::Value* operand : instruction.operands())
    if (!llvm::isa<llvm::BasicBlock>(operand)) builder.text(writer_.type(*operand->getType())).key(key(*operand));
  return builder.build();
}

} // namespace beagle::change
