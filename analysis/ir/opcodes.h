#pragma once

#include <cstdint>
#include <string_view>

namespace beagle::ir {

// The micro-instructions of a decoded function. All operands are scalars in numbered slots: aggregates and
// vectors were taken apart, phis became moves on the edges, promoted locals became slots of their own.
//
//   name         d, a, b, c: slots if not said otherwise; w: width in bits; x: `extra`
// clang-format off
#define BEAGLE_OPCODES(X)                                                                                     \
  /* values */                                                                                                \
  X(Move)          /* d = a, marks included */                                                                \
  X(MarkUninit)    /* d becomes uninitialised, w */                                                           \
  X(Freeze)        /* d = a, an uninitialised or poison value becomes any fixed value */                      \
  X(Select)        /* d = a (w 1) ? b : c; w of the result; x: ScalarKind */                                  \
  X(PickSlot)      /* d = slot number b + a, where a is an index below c (a vector's element) */              \
  X(PutSlot)       /* slot number d + a = b, where a is an index below c */                                   \
  /* integers, w: width of operands and result; x: IntegerFlag bits */                                        \
  X(Add) X(Sub) X(Mul) X(UDiv) X(SDiv) X(URem) X(SRem)                                                        \
  X(And) X(Or) X(Xor) X(Shl) X(LShr) X(AShr)                                                                  \
  /* integers, w: width of operands; result has width 1 */                                                    \
  X(Equal) X(NotEqual) X(ULess) X(ULessEqual) X(SLess) X(SLessEqual)                                          \
  /* integers, w: width of the result; x: width of the operand */                                             \
  X(Truncate)      /* b: 1 if the operand is a bool's byte, which is 0 or 1 */                                \
  X(ZeroExtend) X(SignExtend)                                                                                 \
  /* integer intrinsics, w: width */                                                                          \
  X(PopCount) X(LeadingZeros) X(TrailingZeros) /* x: 1 if zero gives poison */                                \
  X(ByteSwap) X(BitReverse) X(Absolute) /* x: 1 if the smallest value gives poison */                         \
  X(SMin) X(SMax) X(UMin) X(UMax) X(FunnelLeft) X(FunnelRight)                                                \
  X(SAddSat) X(UAddSat) X(SSubSat) X(USubSat) X(SShlSat) X(UShlSat)                                           \
  /* d = result, d + 1 = did it overflow */                                                                   \
  X(SAddOverflow) X(UAddOverflow) X(SSubOverflow) X(USubOverflow) X(SMulOverflow) X(UMulOverflow)             \
  /* pointers */                                                                                              \
  X(PointerAdd)    /* d = a + the signed 64-bit constant in (b low, c high); x: PointerFlag bits */           \
  X(PointerIndex)  /* d = a + sext(b) * c, where c is a constant scale in bytes; w: width of b; x: flags */   \
  X(PointerScale)  /* the same with a 64-bit signed scale in slot c */                                        \
  X(PointerEqual) X(PointerNotEqual) X(PointerULess) X(PointerULessEqual) X(PointerSLess) X(PointerSLessEqual)\
  X(PointerToInt)  /* w: width of the result */                                                               \
  X(IntToPointer)  /* x: width of the operand */                                                              \
  X(PointerMask)   /* d = a & b */                                                                            \
  /* floats, w: bits of the format; x: FloatFormat (of the result) */                                         \
  X(FAdd) X(FSub) X(FMul) X(FDiv) X(FRem) X(FNeg)                                                             \
  X(FAbs) X(FSqrt) X(FFma) X(FMulAdd) X(FMinNum) X(FMaxNum) X(FMinimum) X(FMaximum) X(FCopySign)              \
  X(FFloor) X(FCeil) X(FTrunc) X(FRint) X(FNearbyInt) X(FRound) X(FRoundEven)                                 \
  X(FMath)         /* d = function c (MathFunction) of a, b: values that only the C library knows */          \
  X(FCompare)      /* c: FloatPredicate; x: format of the operands */                                         \
  X(FClass)        /* c: mask of llvm.is.fpclass; x: format of the operand */                                 \
  X(FResize)       /* c: format of the operand */                                                             \
  X(FToSigned) X(FToUnsigned)     /* w: width of the result; x: format of the operand; c: 1 if it saturates */\
  X(FFromSigned) X(FFromUnsigned) /* w: width of the operand; x: format of the result */                      \
  X(FToBits) X(FFromBits)         /* the same bits as an integer, as a float; x: format */                    \
  /* memory */                                                                                                \
  X(Allocate)      /* d = a new local object of a (64-bit count) times the constant b bytes; c: alignment */  \
  X(Load)          /* d = w bits at a; x: ScalarKind, and with floats their format in c */                    \
  X(Store)         /* w bits of b at a; x: ScalarKind */                                                      \
  X(CopyMemory)    /* c bytes from b to a, which must not overlap unless equal */                             \
  X(MoveMemory)    /* c bytes from b to a */                                                                  \
  X(SetMemory)     /* c bytes at a become b (width 8) */                                                      \
  X(LifetimeStart) /* the local object of a */                                                                \
  X(LifetimeEnd)                                                                                              \
  X(StackSave)     /* d = a mark of the local objects that exist */                                           \
  X(StackRestore)  /* ends those made since the mark a */                                                     \
  X(CompareExchange) /* d = old value at a, d + 1 = was it b; then c is stored; w, x as Load */               \
  X(VaStart) X(VaEnd) /* a: pointer to the va_list */                                                         \
  X(VaCopy)        /* from b to a */                                                                          \
  X(VaArg)         /* d = next argument of the va_list at a; w, x as Load */                                  \
  /* control; targets are block numbers */                                                                    \
  X(Jump)          /* to d */                                                                                 \
  X(Branch)        /* to b if a, else to c; d: number of the first of its two sides */                        \
  X(Switch)        /* on a (w): Function::switches[b]; d: number of the first of its sides, one per target */ \
  X(IndirectJump)  /* by the address of a label in a: Function::operands[b .. b + 2c) are pairs, */           \
                   /* the label's distance (Labels) and the block to go to for it */                          \
  X(Return)        /* the values operands[b .. b + c) */                                                      \
  X(Unreachable)                                                                                              \
  X(Call)          /* Function::calls[b] */                                                                   \
  X(LandingPad)    /* d, d + 1 = the exception and its selector; Function::landingPads[b] */                  \
  X(Resume)        /* a, b */                                                                                 \
  X(Trap)          /* x: TrapKind */                                                                          \
  X(TypeIdFor)     /* d = selector number of the type info a */                                               \
  X(Unsupported)   /* Function::notes[b] names it */
// clang-format on

enum class Opcode : std::uint16_t {
#define X(name) name,
  BEAGLE_OPCODES(X)
#undef X
};
[[nodiscard]] std::string_view nameOf(Opcode op);

enum class ScalarKind : std::uint8_t { Integer, Pointer, Float };
enum IntegerFlag : std::uint16_t { NoSignedWrap = 1, NoUnsignedWrap = 2, Exact = 4, Disjoint = 8, NonNegative = 16 };
enum PointerFlag : std::uint16_t { InBounds = 1 };
enum class TrapKind : std::uint8_t { Trap, DebugTrap, Sanitizer };
enum class FloatPredicate : std::uint8_t {
  OEQ,
  OGT,
  OGE,
  OLT,
  OLE,
  ONE,
  ORD,
  UNO,
  UEQ,
  UGT,
  UGE,
  ULT,
  ULE,
  UNE,
  False,
  True
};
enum class MathFunction : std::uint8_t { Sin, Cos, Tan, Exp, Exp2, Exp10, Log, Log2, Log10, Pow, PowInteger, LdExp };

} // namespace beagle::ir
