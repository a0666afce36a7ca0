#include "analysis/ir/decoder.h"

#include <llvm/IR/InlineAsm.h>

namespace beagle::ir {

bool Decoder::decodeCall(const llvm::CallBase& call) {
  bool done = true;
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    done = decodeQuietIntrinsic(*intrinsic) || decodeIntrinsic(*intrinsic);
  } else if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
    done = decodeAssembly(call, *assembly);
  } else if (const auto* function = llvm::dyn_cast<llvm::Function>(call.getCalledOperand());
             function && function->isIntrinsic()) {
    done = llvm::isa<llvm::InvokeInst>(call) && function->getIntrinsicID() == llvm::Intrinsic::donothing;
  } else {
    decodeRealCall(call);
    return true;
  }
  // What is no real call cannot unwind.
  if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call); invoke && done)
    jump(edge(*call.getParent(), *invoke->getNormalDest()));
  return done;
}

void Decoder::decodeRealCall(const llvm::CallBase& call) {
  CallSite site;
  const llvm::Value* callee = call.getCalledOperand()->stripPointerCasts();
  SymbolTarget target;
  if (const auto* object = llvm::dyn_cast<llvm::GlobalValue>(callee)) target = unit_.targets.lookup(object);
  if (target.kind == SymbolTarget::Kind::Function && target.offset == 0) site.function = target.index;
  else site.pointer = slotOf(*call.getCalledOperand());
  site.isVariadic = call.getFunctionType()->isVarArg();
  const unsigned fixed = call.getFunctionType()->getNumParams();
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const llvm::Value& value = *call.getArgOperand(i);
    if (call.paramHasAttr(i, llvm::Attribute::InAlloca) || call.paramHasAttr(i, llvm::Attribute::Preallocated))
      problem_ = "with an argument built in place";
    const std::vector<ScalarType>& types = *scalarsOf(value.getType());
    const Slots slots = slotsOf(value);
    const bool noundef = call.paramHasAttr(i, llvm::Attribute::NoUndef);
    std::uint64_t byval = 0;
    std::uint32_t alignment = 1;
    if (call.isByValArgument(i)) {
      byval = layout_.getTypeAllocSize(call.getParamByValType(i)).getFixedValue();
      alignment = static_cast<std::uint32_t>(call.getParamAlign(i).valueOrOne().value());
    }
    if (i >= fixed && slots.size() > 1 && value.getType()->isVectorTy()) {
      // A variable argument is read back as memory: it must stay one piece.
      const auto width = static_cast<std::uint16_t>(types[0].width * slots.size());
      CallArgument argument{pack(slots, types[0]), {ScalarKind::Integer, 0, width}, noundef};
      argument.isVector = true;
      site.arguments.push_back(argument);
      continue;
    }
    for (std::size_t k = 0; k < slots.size(); ++k)
      site.arguments.push_back({slots[k], types[k], noundef, byval, alignment});
    if (i < fixed) site.fixedArguments = static_cast<std::uint32_t>(site.arguments.size());
  }
  site.results = *scalarsOf(call.getType());
  const Slots results = freshFor(call.getType());
  define(call, results);
  const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call);
  if (invoke) {
    site.normal = edge(*call.getParent(), *invoke->getNormalDest());
    site.unwind = edge(*call.getParent(), *invoke->getUnwindDest());
  }
  emit(Opcode::Call, 0, results.empty() ? 0 : results[0], 0, static_cast<std::uint32_t>(result_.calls.size()));
  result_.calls.push_back(std::move(site));
}

/// Assembly without text does nothing: a barrier for the compiler, or a value that it must not look through.
bool Decoder::decodeAssembly(const llvm::CallBase& call, const llvm::InlineAsm& assembly) {
  result_.hasAtomic = true; // who writes assembly that does nothing waits for somebody
  if (!llvm::StringRef(assembly.getAsmString()).trim().empty()) {
    problem_ = llvm::StringRef(assembly.getAsmString()).split('\n').first.trim().str();
    return false;
  }
  Slots results;
  const std::size_t count = countOf(call.getType());
  unsigned argument = 0;
  llvm::SmallVector<std::pair<unsigned, unsigned>, 4> tied; // output, argument
  unsigned outputs = 0;
  for (const llvm::InlineAsm::ConstraintInfo& constraint : assembly.ParseConstraints()) {
    if (constraint.Type == llvm::InlineAsm::isClobber) continue;
    if (constraint.Type == llvm::InlineAsm::isOutput && !constraint.isIndirect) {
      ++outputs;
      continue;
    }
    for (const std::string& code : constraint.Codes)
      if (unsigned output = 0; !llvm::StringRef(code).getAsInteger(10, output)) tied.emplace_back(output, argument);
    ++argument;
  }
  if (count != outputs) return false;
  for (unsigned output = 0; output < outputs; ++output) {
    const auto* found = llvm::find_if(tied, [&](const auto& pair) { return pair.first == output; });
    if (found == tied.end()) return false;
    const Slots slots = slotsOf(*call.getArgOperand(found->second));
    if (slots.size() != 1) return false;
    results.push_back(compute(Opcode::Move, (*scalarsOf(call.getType()))[output].width, slots[0]));
  }
  define(call, results);
  return true;
}

} // namespace beagle::ir
