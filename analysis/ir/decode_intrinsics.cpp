#include "analysis/ir/decoder.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>

namespace beagle::ir {

namespace {

namespace Id = llvm::Intrinsic;

/// Whether the count of zeros is looked at only when the argument is not zero, although the call promises
/// that it never is: what clang makes of ffs, `x == 0 ? 0 : cttz(x) + 1` as a select.
bool isGuardedBySelect(const llvm::IntrinsicInst& count) {
  const llvm::Value* value = &count;
  if (count.hasOneUse() && llvm::isa<llvm::BinaryOperator>(*count.user_begin())) value = *count.user_begin();
  if (!value->hasOneUse()) return false;
  const auto* select = llvm::dyn_cast<llvm::SelectInst>(*value->user_begin());
  const auto* isZero = select ? llvm::dyn_cast<llvm::ICmpInst>(select->getCondition()) : nullptr;
  if (!isZero || isZero->getOperand(0) != count.getArgOperand(0)) return false;
  const auto* zero = llvm::dyn_cast<llvm::Constant>(isZero->getOperand(1));
  if (!zero || !zero->isNullValue()) return false;
  if (isZero->getPredicate() == llvm::CmpInst::ICMP_EQ) return select->getFalseValue() == value;
  return isZero->getPredicate() == llvm::CmpInst::ICMP_NE && select->getTrueValue() == value;
}

} // namespace

/// Those that tell the compiler something and do nothing.
bool Decoder::decodeQuietIntrinsic(const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
  case Id::assume:
  case Id::sideeffect:
  case Id::prefetch:
  case Id::donothing:
  case Id::dbg_declare:
  case Id::dbg_value:
  case Id::dbg_assign:
  case Id::dbg_label:
  case Id::var_annotation:
  case Id::codeview_annotation:
  case Id::experimental_noalias_scope_decl:
  case Id::invariant_end:
  case Id::pseudoprobe:
  case Id::clear_cache:
  case Id::instrprof_increment:
  case Id::instrprof_increment_step:
  case Id::instrprof_cover:
  case Id::instrprof_timestamp:
  case Id::instrprof_value_profile: return !llvm::isa<llvm::InvokeInst>(call);
  default: return false;
  }
}

bool Decoder::decodeIntrinsic(const llvm::IntrinsicInst& call) {
  if (call.getCalledFunction()->getName().starts_with("llvm.coro.")) problem_ = "a coroutine";
  if (!problem_.empty() || call.getType()->isTokenTy()) return false;
  switch (call.getIntrinsicID()) {
  case Id::expect:
  case Id::expect_with_probability:
  case Id::launder_invariant_group:
  case Id::strip_invariant_group:
  case Id::threadlocal_address:
  case Id::annotation:
  case Id::ptr_annotation:
  case Id::ssa_copy:
  case Id::arithmetic_fence: define(call, slotsOf(*call.getArgOperand(0))); return true;
  case Id::invariant_start: define(call, constantSlots(*llvm::PoisonValue::get(call.getType()))); return true;
  case Id::is_constant:
  case Id::allow_runtime_check:
  case Id::allow_ubsan_check:
    // A check that may be left out stays in.
    define(call, integer(call.getIntrinsicID() == Id::is_constant ? 0 : 1, 1));
    return true;
  case Id::objectsize: {
    const bool isMinimum = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne();
    define(call, integer(isMinimum ? 0 : ~std::uint64_t{0}, call.getType()->getIntegerBitWidth()));
    return true;
  }
  default: break;
  }
  return decodeMemoryIntrinsic(call) || decodeOverflowIntrinsic(call) || decodeIntegerIntrinsic(call) ||
         decodeFloatIntrinsic(call) || decodeReduction(call) || decodeSystemIntrinsic(call);
}

/// The number of bytes, with 64 bits.
SlotIndex Decoder::length(const llvm::Value& bytes) {
  return resize(slotOf(bytes), bytes.getType()->getIntegerBitWidth(), 64, false);
}

bool Decoder::decodeMemoryIntrinsic(const llvm::IntrinsicInst& call) {
  auto argument = [&](unsigned i) { return slotOf(*call.getArgOperand(i)); };
  if (const auto* block = llvm::dyn_cast<llvm::MemIntrinsic>(&call))
    result_.hasVolatile = result_.hasVolatile || block->isVolatile();
  switch (call.getIntrinsicID()) {
  case Id::memcpy:
  case Id::memcpy_inline: {
    const SlotIndex size = length(*call.getArgOperand(2));
    emit(Opcode::CopyMemory, 0, 0, argument(0), argument(1), size);
    return true;
  }
  case Id::memmove: {
    const SlotIndex size = length(*call.getArgOperand(2));
    emit(Opcode::MoveMemory, 0, 0, argument(0), argument(1), size);
    return true;
  }
  case Id::memset:
  case Id::memset_inline: {
    const SlotIndex size = length(*call.getArgOperand(2));
    emit(Opcode::SetMemory, 0, 0, argument(0), argument(1), size);
    return true;
  }
  case Id::lifetime_start:
  case Id::lifetime_end: return decodeLifetime(call);
  case Id::stacksave: define(call, compute(Opcode::StackSave, 64, 0)); return true;
  case Id::stackrestore: emit(Opcode::StackRestore, 0, 0, argument(0)); return true;
  case Id::vastart: emit(Opcode::VaStart, 0, 0, argument(0)); return true;
  case Id::vaend: emit(Opcode::VaEnd, 0, 0, argument(0)); return true;
  case Id::vacopy: emit(Opcode::VaCopy, 0, 0, argument(0), argument(1)); return true;
  case Id::ptrmask: {
    const unsigned width = call.getArgOperand(1)->getType()->getScalarSizeInBits();
    const Slots pointers = slotsOf(*call.getArgOperand(0)), masks = slotsOf(*call.getArgOperand(1));
    if (width != 64) return false;
    Slots results;
    for (std::size_t i = 0; i < pointers.size(); ++i)
      results.push_back(compute(Opcode::PointerMask, 64, pointers[i], masks[i]));
    define(call, results);
    return true;
  }
  default: return false;
  }
}

bool Decoder::decodeLifetime(const llvm::IntrinsicInst& call) {
  const llvm::Value& pointer = *call.getArgOperand(1);
  if (call.getIntrinsicID() == Id::lifetime_start) beginLocal(pointer);
  else if (!locals_.localOf(pointer)) emit(Opcode::LifetimeEnd, 0, 0, slotOf(pointer));
  return true;
}

/// Whoever reads a local from here on, before it is written, reads nothing.
void Decoder::beginLocal(const llvm::Value& pointer) {
  const llvm::AllocaInst* local = locals_.localOf(pointer);
  if (!local) {
    emit(Opcode::LifetimeStart, 0, 0, slotOf(pointer));
    return;
  }
  const auto& parts = *locals_.partsOf(*local);
  for (std::size_t i = 0; i < parts.size(); ++i)
    emit(Opcode::MarkUninit, scalarOf(parts[i].type)->width, localSlots_.lookup(local) + static_cast<SlotIndex>(i));
}

/// After a label, C's locals have no markers, as a jump back may lead there: only what is said for debuggers tells
/// where they are declared.
void Decoder::decodeDeclaration(const llvm::DbgVariableRecord& record) {
  const auto* local = llvm::dyn_cast_or_null<llvm::AllocaInst>(record.getVariableLocationOp(0));
  const llvm::DISubprogram* function = source_.getSubprogram();
  const auto isMarker = [](const llvm::User* user) {
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    return intrinsic && intrinsic->isLifetimeStartOrEnd();
  };
  if (!local || !local->isStaticAlloca() || record.getVariable()->getArg() != 0 || !function || !function->getUnit() ||
      llvm::dwarf::isCPlusPlus(static_cast<llvm::dwarf::SourceLanguage>(function->getUnit()->getSourceLanguage())) ||
      std::ranges::any_of(local->users(), isMarker))
    return;
  where_ = whereOf(record.getDebugLoc());
  beginLocal(*local);
}

bool Decoder::decodeOverflowIntrinsic(const llvm::IntrinsicInst& call) {
  Opcode op = Opcode::SAddOverflow;
  switch (call.getIntrinsicID()) {
  case Id::sadd_with_overflow: op = Opcode::SAddOverflow; break;
  case Id::uadd_with_overflow: op = Opcode::UAddOverflow; break;
  case Id::ssub_with_overflow: op = Opcode::SSubOverflow; break;
  case Id::usub_with_overflow: op = Opcode::USubOverflow; break;
  case Id::smul_with_overflow: op = Opcode::SMulOverflow; break;
  case Id::umul_with_overflow: op = Opcode::UMulOverflow; break;
  default: return false;
  }
  const Slots left = slotsOf(*call.getArgOperand(0)), right = slotsOf(*call.getArgOperand(1));
  Slots results, flags;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const SlotIndex pair = fresh(2);
    emit(op, call.getArgOperand(0)->getType()->getScalarSizeInBits(), pair, left[i], right[i]);
    results.push_back(pair);
    flags.push_back(pair + 1);
  }
  results.append(flags);
  define(call, results);
  return true;
}

void Decoder::elementwise(const llvm::IntrinsicInst& call, Opcode op, unsigned operands, unsigned extra) {
  const std::vector<ScalarType>& types = *scalarsOf(call.getType());
  Slots arguments[3];
  for (unsigned i = 0; i < operands; ++i) arguments[i] = slotsOf(*call.getArgOperand(i));
  Slots results;
  for (std::size_t i = 0; i < types.size(); ++i)
    results.push_back(compute(op, types[i].width, arguments[0][i], operands > 1 ? arguments[1][i] : 0,
                              operands > 2 ? arguments[2][i] : 0, extra));
  define(call, results);
}

bool Decoder::decodeIntegerIntrinsic(const llvm::IntrinsicInst& call) {
  auto flag = [&] { return llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne() ? 1U : 0U; };
  switch (call.getIntrinsicID()) {
  case Id::ctpop: elementwise(call, Opcode::PopCount, 1); return true;
  case Id::ctlz: elementwise(call, Opcode::LeadingZeros, 1, isGuardedBySelect(call) ? 0 : flag()); return true;
  case Id::cttz: elementwise(call, Opcode::TrailingZeros, 1, isGuardedBySelect(call) ? 0 : flag()); return true;
  case Id::bswap: elementwise(call, Opcode::ByteSwap, 1); return true;
  case Id::bitreverse: elementwise(call, Opcode::BitReverse, 1); return true;
  case Id::abs: elementwise(call, Opcode::Absolute, 1, flag()); return true;
  case Id::smin: elementwise(call, Opcode::SMin, 2); return true;
  case Id::smax: elementwise(call, Opcode::SMax, 2); return true;
  case Id::umin: elementwise(call, Opcode::UMin, 2); return true;
  case Id::umax: elementwise(call, Opcode::UMax, 2); return true;
  case Id::fshl: elementwise(call, Opcode::FunnelLeft, 3); return true;
  case Id::fshr: elementwise(call, Opcode::FunnelRight, 3); return true;
  case Id::sadd_sat: elementwise(call, Opcode::SAddSat, 2); return true;
  case Id::uadd_sat: elementwise(call, Opcode::UAddSat, 2); return true;
  case Id::ssub_sat: elementwise(call, Opcode::SSubSat, 2); return true;
  case Id::usub_sat: elementwise(call, Opcode::USubSat, 2); return true;
  case Id::sshl_sat: elementwise(call, Opcode::SShlSat, 2); return true;
  case Id::ushl_sat: elementwise(call, Opcode::UShlSat, 2); return true;
  case Id::scmp:
  case Id::ucmp: { // -1, 0 or 1
    const bool isSigned = call.getIntrinsicID() == Id::scmp;
    const std::vector<ScalarType>& types = *scalarsOf(call.getArgOperand(0)->getType());
    const unsigned width = call.getType()->getScalarSizeInBits();
    const Slots left = slotsOf(*call.getArgOperand(0)), right = slotsOf(*call.getArgOperand(1));
    const Opcode less = isSigned ? Opcode::SLess : Opcode::ULess;
    Slots results;
    for (std::size_t i = 0; i < left.size(); ++i) {
      const SlotIndex isLess = compute(less, types[i].width, left[i], right[i]);
      const SlotIndex isMore = compute(less, types[i].width, right[i], left[i]);
      results.push_back(compute(Opcode::Sub, width, resize(isMore, 1, width, false), resize(isLess, 1, width, false)));
    }
    define(call, results);
    return true;
  }
  default: return false;
  }
}

bool Decoder::decodeSystemIntrinsic(const llvm::IntrinsicInst& call) {
  auto trap = [&](TrapKind kind) {
    emit(Opcode::Trap, 0, 0, 0, 0, 0, static_cast<unsigned>(kind));
    return true;
  };
  switch (call.getIntrinsicID()) {
  case Id::trap: return trap(TrapKind::Trap);
  case Id::debugtrap: return trap(TrapKind::DebugTrap);
  case Id::ubsantrap: return trap(TrapKind::Sanitizer);
  case Id::eh_typeid_for: define(call, compute(Opcode::TypeIdFor, 32, slotOf(*call.getArgOperand(0)))); return true;
  default: return false;
  }
}

} // namespace beagle::ir
