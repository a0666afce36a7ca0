#include "analysis/change/canonical_function.h"

#include "analysis/change/assertion_calls.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace beagle::change {

namespace {

bool isUninitialised(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with("beagle.uninit.");
}

/// Intrinsics that say something to the optimiser only.
bool isHint(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::annotation:
  case llvm::Intrinsic::var_annotation:
  case llvm::Intrinsic::codeview_annotation:
  case llvm::Intrinsic::experimental_noalias_scope_decl:
  case llvm::Intrinsic::pseudoprobe: return true;
  default: return false;
  }
}

bool isExpect(const llvm::Instruction& instruction) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return intrinsic && (intrinsic->getIntrinsicID() == llvm::Intrinsic::expect ||
                       intrinsic->getIntrinsicID() == llvm::Intrinsic::expect_with_probability);
}

/// Division by a constant that can neither be zero nor overflow does not trap.
bool divisionMayTrap(const llvm::Instruction& instruction) {
  const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
  if (!divisor || divisor->isZero()) return true;
  const bool isSigned = instruction.getOpcode() == llvm::Instruction::SDiv ||
                        instruction.getOpcode() == llvm::Instruction::SRem;
  return isSigned && divisor->isMinusOne();
}

bool isDivision(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
  case llvm::Instruction::SDiv:
  case llvm::Instruction::UDiv:
  case llvm::Instruction::SRem:
  case llvm::Instruction::URem: return true;
  default: return false;
  }
}

/// Whether an operand is an argument of a function of this plain name; everything goes to the empty name.
bool goesTo(const llvm::Use& operand, const std::string& callee) {
  if (callee.empty()) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(operand.getUser());
  return call && call->getCalledFunction() && call->getCalledFunction()->getName().contains(callee);
}

/// `nsw`, `exact`, `inbounds`, fast-math: part of what an operation is.
std::uint64_t flagsOf(const llvm::Instruction& instruction) {
  std::uint64_t flags = instruction.getRawSubclassOptionalData();
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    flags = gep->getNoWrapFlags().getRaw();
  return flags;
}

/// How a value is passed, where that is part of the calling convention or of the value itself.
void addPassing(KeyBuilder& builder, const llvm::AttributeSet& attributes) {
  std::uint64_t flags = 0;
  for (const auto kind : {llvm::Attribute::SExt, llvm::Attribute::ZExt, llvm::Attribute::InReg,
                          llvm::Attribute::Nest, llvm::Attribute::Returned})
    flags = flags * 2 + attributes.hasAttribute(kind);
  const bool byAddress = attributes.hasAttribute(llvm::Attribute::ByVal) || attributes.hasAttribute(llvm::Attribute::StructRet) ||
                         attributes.hasAttribute(llvm::Attribute::ByRef);
  builder.number(flags * 2 + byAddress);
  if (!byAddress) return;
  for (llvm::Type* type : {attributes.getByValType(), attributes.getStructRetType(), attributes.getByRefType()})
    builder.text(type ? typeText(*type) : "");
}

llvm::AllocaInst* objectOf(llvm::IntrinsicInst& marker) {
  return llvm::dyn_cast<llvm::AllocaInst>(marker.getArgOperand(1)->stripPointerCasts());
}

} // namespace

FunctionForm::FunctionForm(llvm::Function& function, const LineLiterals& lineLiterals, Order order, bool keepText)
    : function_(function), layout_(function.getParent()->getDataLayout()), lineLiterals_(lineLiterals), ordering_(order),
      writer_(keepText) {}

CanonicalCode FunctionForm::write() {
  findLineConstants();
  findCycles();
  writeHeader();
  orderBlocks();
  for (llvm::BasicBlock* block : order_) writeBlock(*block);
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

void FunctionForm::findCycles() {
  for (auto it = llvm::scc_begin(&function_); !it.isAtEnd(); ++it)
    if (it.hasCycle()) cyclic_.insert(it->begin(), it->end());
}

/// Constants that are handed to calls or stored and equal a `__LINE__` of this function, by their value.
std::map<std::uint64_t, std::vector<const llvm::Use*>> FunctionForm::possibleLines() const {
  std::map<std::uint64_t, std::vector<const llvm::Use*>> uses;
  const auto note = [&](const llvm::Use& use) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(use.get());
    if (!constant || constant->getBitWidth() > 64 || constant->getBitWidth() <= 8) return;
    if (lineLiterals_.contains(constant->getZExtValue())) uses[constant->getZExtValue()].push_back(&use);
  };
  for (const llvm::BasicBlock& block : function_)
    for (const llvm::Instruction& instruction : block) {
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) note(store->getOperandUse(0));
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      for (const llvm::Use& argument : call->args()) note(argument);
    }
  return uses;
}

/// Those are line numbers that stand where a `__LINE__` is written and go to the function that it goes to, or,
/// where there is none such, all of that value; of several arguments of one call, the one in its place. If they are more than are written, it is not known which of
/// them are meant, and none is taken.
void FunctionForm::findLineConstants() {
  if (lineLiterals_.empty()) return;
  for (auto& [value, uses] : possibleLines()) {
    std::map<std::string, std::vector<LineLiteral>, std::greater<>> byCallee; // what has no callee comes last
    for (const LineLiteral& literal : lineLiterals_.at(value)) byCallee[literal.callee].push_back(literal);
    std::size_t elsewhere = 0; // written as arguments of calls that are not found
    for (const auto& [callee, written] : byCallee) {
      std::vector<const llvm::Use*> found;
      std::ranges::copy_if(uses, std::back_inserter(found), [&](const llvm::Use* use) { return !lineUses_.contains(use) && goesTo(*use, callee); });
      if (!callee.empty() && found.empty()) {
        elsewhere += written.size();
        continue;
      }
      std::vector<const llvm::Use*> there;
      std::ranges::copy_if(found, std::back_inserter(there), [&, line = value](const llvm::Use* use) {
        const llvm::DebugLoc& place = llvm::cast<llvm::Instruction>(use->getUser())->getDebugLoc();
        return place && (place.getLine() == line ||
                         std::ranges::any_of(written, [&](const LineLiteral& literal) { return literal.line == place.getLine(); }));
      });
      std::vector<const llvm::Use*>& meant = there.empty() ? found : there;
      if (meant.size() > written.size() && !callee.empty())
        std::erase_if(meant, [&](const llvm::Use* use) {
          const auto* call = llvm::cast<llvm::CallBase>(use->getUser());
          const unsigned fromEnd = call->arg_size() - call->getArgOperandNo(use);
          return std::ranges::none_of(written, [fromEnd](const LineLiteral& literal) { return literal.fromEnd == fromEnd; });
        });
      if (meant.size() <= written.size() + (callee.empty() ? elsewhere : 0)) lineUses_.insert(meant.begin(), meant.end());
      if (callee.empty()) elsewhere = 0;
    }
    if (elsewhere > 0 && uses.size() <= elsewhere) lineUses_.insert(uses.begin(), uses.end());
  }
}

/// Depth first from the entry; of a conditional branch, the side of the un-negated condition first.
void FunctionForm::orderBlocks() {
  std::vector<llvm::BasicBlock*> stack{&function_.getEntryBlock()};
  while (!stack.empty()) {
    llvm::BasicBlock* block = stack.back();
    stack.pop_back();
    if (!blocks_.try_emplace(block, order_.size()).second) continue;
    order_.push_back(block);
    llvm::SmallVector<llvm::BasicBlock*, 4> next(llvm::successors(block));
    if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator()); branch && branch->isConditional()) {
      // Only the direction is needed here, and it must not number anything yet.
      const llvm::Value* condition = branch->getCondition();
      bool negated = false;
      while (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(condition)) {
        if (isExpect(*instruction)) {
          condition = instruction->getOperand(0);
        } else if (const auto* inverted = llvm::dyn_cast<llvm::BinaryOperator>(instruction);
                   inverted && inverted->getOpcode() == llvm::Instruction::Xor &&
                   llvm::isa<llvm::ConstantInt>(inverted->getOperand(1)) && inverted->getType()->isIntegerTy(1)) {
          negated ^= llvm::cast<llvm::ConstantInt>(inverted->getOperand(1))->isOne();
          condition = inverted->getOperand(0);
        } else if (const auto* compared = llvm::dyn_cast<llvm::CmpInst>(instruction)) {
          // Of a comparison, its swap and their inverses, the smallest predicate stands for all four.
          const auto p = compared->getPredicate();
          const auto swapped = llvm::CmpInst::getSwappedPredicate(p);
          const auto straight = std::min(p, swapped);
          const auto inverse = std::min(llvm::CmpInst::getInversePredicate(p),
                                        llvm::CmpInst::getInversePredicate(swapped));
          negated ^= inverse < straight;
          break;
        } else {
          break;
        }
      }
      if (negated) std::swap(next[0], next[1]);
    } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block->getTerminator())) {
      std::vector<std::pair<llvm::APInt, llvm::BasicBlock*>> cases;
      for (const auto& one : choice->cases()) cases.emplace_back(one.getCaseValue()->getValue(), one.getCaseSuccessor());
      std::ranges::sort(cases, [](const auto& a, const auto& b) { return a.first.ult(b.first); });
      next.assign(1, choice->getDefaultDest());
      for (const auto& [value, target] : cases) next.push_back(target);
    }
    for (llvm::BasicBlock* successor : llvm::reverse(next)) stack.push_back(successor);
  }
}

void FunctionForm::writeBlock(llvm::BasicBlock& block) {
  block_ = blocks_.lookup(&block);
  writeEffect("block", KeyBuilder().number(block_).build());
  for (llvm::Instruction& instruction : block) {
    if (!instruction.getType()->isVoidTy() && !instruction.getType()->isTokenTy()) (void)orderKey(instruction);
    if (llvm::isa<llvm::PHINode>(instruction)) continue;
    if (&instruction == block.getTerminator()) break;
    writeInstruction(instruction);
  }
  writeEnds();
  writeTerminator(*block.getTerminator());
  for (llvm::AllocaInst* object : starts_) marks_[object].emplace_back(block_, true);
  starts_.clear();
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

bool FunctionForm::isPure(const llvm::Instruction& instruction) const {
  if (isUninitialised(instruction) || isExpect(instruction)) return true;
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return intrinsic->doesNotAccessMemory() && intrinsic->doesNotThrow() && !intrinsic->isConvergent() &&
           !intrinsic->getType()->isVoidTy();
  switch (instruction.getOpcode()) {
  case llvm::Instruction::Alloca:
  case llvm::Instruction::AtomicCmpXchg:
  case llvm::Instruction::AtomicRMW:
  case llvm::Instruction::Call:
  case llvm::Instruction::CallBr:
  case llvm::Instruction::CatchPad:
  case llvm::Instruction::CleanupPad:
  case llvm::Instruction::Fence:
  case llvm::Instruction::Freeze:
  case llvm::Instruction::Invoke:
  case llvm::Instruction::LandingPad:
  case llvm::Instruction::Load:
  case llvm::Instruction::PHI:
  case llvm::Instruction::Store:
  case llvm::Instruction::VAArg: return false;
  default: return !instruction.isTerminator();
  }
}

void FunctionForm::writeInstruction(llvm::Instruction& instruction) {
  if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    if (intrinsic->isLifetimeStartOrEnd()) return noteLifetime(*intrinsic);
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
    effect.number(update->getOperation()).number(update->isVolatile()).number(static_cast<std::uint64_t>(update->getOrdering()));
  else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    effect.number(exchange->isVolatile())
        .number(static_cast<std::uint64_t>(exchange->getSuccessOrdering()))
        .number(static_cast<std::uint64_t>(exchange->getFailureOrdering()));
  else if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    effect.text(writer_.type(*object->getAllocatedType()));
  else if (const auto* pad = llvm::dyn_cast<llvm::LandingPadInst>(&instruction)) {
    effect.number(pad->isCleanup());
    for (unsigned i = 0; i < pad->getNumClauses(); ++i) effect.number(pad->isCatch(i));
  }
  for (unsigned i = 0; i < instruction.getNumOperands(); ++i)
    effect.key(operandKey(instruction.getOperandUse(i)));
  writeEffect(instruction.getOpcodeName(), effect.build());
  if (!instruction.getType()->isVoidTy()) keys_[&instruction] = number(instruction, "result");
}

void FunctionForm::writeCall(llvm::CallBase& call) {
  KeyBuilder effect;
  effect.text(writer_.type(*call.getFunctionType())).number(call.getCallingConv()).number(call.isMustTailCall());
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand()))
    effect.text(assembly->getAsmString()).text(assembly->getConstraintString()).number(assembly->hasSideEffects());
  else
    effect.key(key(*call.getCalledOperand()));
  const bool assertion = call.getCalledFunction() && isAssertionFailure(call.getCalledFunction()->getName());
  if (!assertion) {
    const llvm::AttributeList attributes = call.getAttributes();
    addPassing(effect, attributes.getRetAttrs());
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      if (call.getArgOperand(i)->getType()->isMetadataTy()) continue;
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
  if (branch.isUnconditional()) return writeEffect("goto", KeyBuilder().number(blocks_.lookup(branch.getSuccessor(0))).build());
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

void FunctionForm::noteLifetime(llvm::IntrinsicInst& marker) {
  llvm::AllocaInst* object = objectOf(marker);
  const bool begins = marker.getIntrinsicID() == llvm::Intrinsic::lifetime_start;
  // In a loop, an object whose address is known elsewhere may be touched by anything: its mark stays put.
  const bool movable = object && (!cyclic_.contains(marker.getParent()) ||
                                  !llvm::PointerMayBeCaptured(object, true, true));
  if (!movable) {
    writeEnds();
    writeEffect(begins ? "begin" : "end", key(*marker.getArgOperand(1)));
  } else if (begins) {
    starts_.push_back(object);
  } else {
    ends_.push_back(object);
  }
}

/// Objects whose lives end at the same point, in the order of their numbers.
void FunctionForm::writeEnds() {
  if (ends_.empty()) return;
  std::vector<std::pair<std::uint64_t, llvm::AllocaInst*>> known;
  for (llvm::AllocaInst* object : ends_) {
    if (const auto it = numbers_.find(object); it != numbers_.end()) known.emplace_back(it->second, object);
    else marks_[object].emplace_back(block_, false);
  }
  ends_.clear();
  std::ranges::sort(known);
  for (const auto& [unused, object] : known) writeEffect("end", key(*object));
}

void FunctionForm::writeMarksOfObjects() {
  for (llvm::AllocaInst* object : objects_) {
    const auto it = marks_.find(object);
    if (it == marks_.end()) continue;
    std::ranges::sort(it->second);
    KeyBuilder builder;
    builder.key(key(*object));
    for (const auto& [block, begins] : it->second) builder.number(block).number(begins);
    writer_.put("life", builder.build());
  }
}

Key FunctionForm::number(llvm::Value& value, llvm::StringRef what) {
  const std::uint64_t number = numbers_.size();
  numbers_[&value] = number;
  return KeyBuilder().text(what).number(number).text(writer_.type(*value.getType())).build();
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
  if (auto* wrapped = llvm::dyn_cast<llvm::MetadataAsValue>(&value)) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    wrapped->getMetadata()->print(stream);
    return KeyBuilder().text("metadata").text(text).build();
  }
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
    const bool load = instruction && llvm::isa<llvm::LoadInst>(instruction) &&
                      llvm::cast<llvm::LoadInst>(instruction)->isSimple();
    if (!expression && !load) {
      const Key leaf = leafKey(*value);
      keys_[value] = leaf;
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    const auto operands = operandsInOrder(*instruction);
    for (llvm::Value* operand : llvm::reverse(operands)) { // the first comes off first
      auto* inner = llvm::dyn_cast<llvm::Instruction>(operand);
      if (inner && !keys_.contains(inner) && (isPure(*inner) || isDivision(*inner))) stack.push_back(inner);
    }
    if (stack.size() > before) continue;
    const Key result = load ? loadKey(*llvm::cast<llvm::LoadInst>(instruction)) : expressionKey(*instruction);
    keys_[value] = result;
    stack.pop_back();
  }
  if (auto* object = llvm::dyn_cast<llvm::AllocaInst>(&wanted)) {
    // Its life begins, at the latest, right before the first effect that mentions it.
    if (const auto it = std::ranges::find(starts_, object); it != starts_.end()) {
      starts_.erase(it);
      writeEffect("begin", keys_[object]);
    }
  }
  return keys_[&wanted];
}

Key FunctionForm::loadKey(llvm::LoadInst& load) {
  if (const auto found = keys_.find(&load); found != keys_.end()) return found->second;
  // Numbering may write an effect ("begin"), so the address comes before the epoch.
  const Key address = key(*load.getPointerOperand());
  const Key result =
      KeyBuilder().text("load").text(writer_.type(*load.getType())).key(address).number(epoch_).build();
  return keys_[&load] = result;
}

Key FunctionForm::operandKey(const llvm::Use& operand) {
  return lineUses_.contains(&operand) ? KeyBuilder().text("line number").build() : key(*operand.get());
}

/// Of a comparison, its mirror image and their opposites, the one that stands for all four.
FunctionForm::Comparison FunctionForm::oriented(llvm::CmpInst& compared) {
  using Predicate = llvm::CmpInst::Predicate;
  Comparison one{compared.getOperand(0), compared.getOperand(1), compared.getPredicate()};
  const Predicate mirrored = llvm::CmpInst::getSwappedPredicate(one.predicate);
  const Predicate inverse = llvm::CmpInst::getInversePredicate(one.predicate);
  const Predicate inverseMirrored = llvm::CmpInst::getSwappedPredicate(inverse);
  one.negated = std::min(inverse, inverseMirrored) < std::min(one.predicate, mirrored);
  if (one.negated) one.predicate = inverse;
  const Predicate other = llvm::CmpInst::getSwappedPredicate(one.predicate);
  if (other < one.predicate || (other == one.predicate && comesBefore(*one.right, *one.left)))
    std::swap(one.left, one.right);
  one.predicate = std::min(one.predicate, other);
  return one;
}

FunctionForm::Condition FunctionForm::compare(llvm::CmpInst& compared) {
  const Comparison one = oriented(compared);
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

/// A rough key that does not depend on the order in which values were met: it orders the operands of
/// commutative operations before they are numbered. Equal rough keys only mean "keep the written order".
///
/// Every instruction's is made when the writer comes by, so those of its operands are there already.
OrderKey FunctionForm::orderKey(llvm::Value& value) {
  if (const auto known = orderKeys_.find(&value); known != orderKeys_.end()) return known->second;
  OrderKeyBuilder builder;
  builder.number(value.getValueID()).number(value.getType()->getTypeID()).number(value.getType()->getPrimitiveSizeInBits().getKnownMinValue());
  if (llvm::isa<llvm::Function>(value)) {
    // No name: a renamed callee must not change the order.
  } else if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(&value); global && !global->hasPrivateLinkage()) {
    // Its name, because its position is not known before it is written; the compiler's numbers are no name.
    builder.name(value.getName().rtrim("0123456789"));
  } else if (auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) {
    builder.key(writer_.constantKey(*constant));
  } else if (auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) {
    builder.number(argument->getArgNo());
  } else if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
    builder.number(blocks_.lookup(phi->getParent()));
    llvm::SmallVector<OrderKey, 4> incoming;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      OrderKeyBuilder part;
      part.number(blocks_.lookup(phi->getIncomingBlock(i)));
      // Of what is computed only the kind and the place: it may depend on the phi itself.
      if (const auto* from = llvm::dyn_cast<llvm::Instruction>(phi->getIncomingValue(i)))
        part.number(from->getOpcode()).number(blocks_.lookup(from->getParent()));
      else
        part.key(orderKey(*phi->getIncomingValue(i)));
      incoming.push_back(part.build());
    }
    sortParts(incoming);
    for (const OrderKey& part : incoming) builder.key(part);
  } else if (auto* object = llvm::dyn_cast<llvm::AllocaInst>(&value)) {
    builder.text(writer_.type(*object->getAllocatedType()));
  } else if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value); instruction) {
    // The same load or call once more is told apart by the effects before it.
    if (!isPure(*instruction) && !isDivision(*instruction)) builder.number(epoch_);
    llvm::SmallVector<OrderKey, 4> parts;
    for (const llvm::Use& operand : instruction->operands())
      if (!llvm::isa<llvm::BasicBlock>(operand) && !operand->getType()->isMetadataTy() && !lineUses_.contains(&operand))
        parts.push_back(orderKey(*operand));
    if (instruction->isCommutative()) sortParts(parts);
    for (const OrderKey& part : parts) builder.key(part);
  }
  return orderKeys_[&value] = builder.build();
}

bool FunctionForm::comesBefore(llvm::Value& a, llvm::Value& b) {
  const OrderKey first = orderKey(a);
  const OrderKey second = orderKey(b);
  const bool byName = first.named < second.named;
  const bool byShape = first.shaped < second.shaped;
  if (byName != byShape) namesMattered_ = true;
  return ordering_ == Order::WithNames ? byName : byShape;
}

void FunctionForm::sortParts(llvm::SmallVectorImpl<OrderKey>& parts) const {
  std::ranges::sort(parts, {}, ordering_ == Order::WithNames ? &OrderKey::named : &OrderKey::shaped);
}

/// Operands in the order in which they are numbered, which must not be the one they are written in where that
/// means nothing.
llvm::SmallVector<llvm::Value*, 4> FunctionForm::operandsInOrder(llvm::Instruction& instruction) {
  llvm::SmallVector<llvm::Value*, 4> operands(instruction.operand_values());
  if (auto* compared = llvm::dyn_cast<llvm::CmpInst>(&instruction); compared && !compared->getType()->isVectorTy()) {
    const Comparison one = oriented(*compared);
    operands = {one.left, one.right};
  } else if (llvm::isa<llvm::BinaryOperator>(instruction) && instruction.isCommutative()) {
    if (comesBefore(*operands[1], *operands[0])) std::swap(operands[0], operands[1]);
  }
  return operands;
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
    const bool isNot = instruction.getOpcode() == llvm::Instruction::Xor &&
                       llvm::isa<llvm::ConstantInt>(instruction.getOperand(1));
    if (isCompare || isNot) {
      const Condition truth = condition(instruction);
      return truth.negated ? KeyBuilder().text("not").key(truth.key).build() : truth.key;
    }
  }
  KeyBuilder builder;
  builder.number(instruction.getOpcode()).number(flagsOf(instruction)).text(writer_.type(*instruction.getType()));
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction); select && select->getCondition()->getType()->isIntegerTy(1)) {
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
    for (llvm::Value* operand : operandsInOrder(instruction)) builder.key(key(*operand));
    return builder.build();
  }
  for (llvm::Value* operand : instruction.operands())
    if (!llvm::isa<llvm::BasicBlock>(operand)) builder.text(writer_.type(*operand->getType())).key(key(*operand));
  return builder.build();
}

} // namespace beagle::change
