#pragma once

#include "analysis/exec/memory.h"
#include "analysis/exec/message.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace beagle::exec {

/// How a run ends.
enum class EndKind : std::uint8_t {
  Returned,       ///< from the entry
  Exited,         ///< exit(n)
  Aborted,        ///< abort()
  AssertFailed,   ///< with the text of the assertion
  MemoryError,    ///< see MemoryFault
  DivisionByZero, ///< also the smallest number divided by -1
  Trapped,        ///< a trap instruction, or code that cannot be reached was
  Thrown,         ///< an exception left the entry
  Jumped,         ///< longjmp to a caller of the entry, whose buffer it was given
  NeverEnded,     ///< it has come back to where it was, with everything as it was
  Unsupported,    ///< the engine cannot go on: `text` says at what
  OutOfBound,     ///< a limit of the run: `text` says which
};

enum class MemoryFault : std::uint8_t {
  None,
  NullPointer,
  WildPointer, ///< an address that belongs to no object
  OutOfBounds,
  UseAfterFree,
  UseAfterScope,
  DoubleFree,
  BadFree,       ///< of what was never allocated, or not of its start
  WrongFree,     ///< by another function than the one that belongs to its allocation, or as another size
  WriteConstant, ///< to a constant object
  BadCall, ///< through a pointer that is no function or, of a goto, no label; of the C library with too few arguments
  Overlap, ///< memcpy of overlapping ranges
};

struct Ending {
  EndKind kind = EndKind::Returned;
  MemoryFault fault = MemoryFault::None;
  Site site;           ///< where
  ObjectId object = 0; ///< that a memory error is about
  Term isSeen;         ///< of some memory errors: when a sanitizer sees it
  Site allocated;      ///< of that object
  Site freed;
  bool isLimit = false; ///< OutOfBound: a bound of what is claimed, as those of inputs are; `text` says it
  std::string text;     ///< Thrown: the type, as the source calls it
  Value code;           ///< Exited: the status; Thrown: a scalar that was thrown, or the address of an object;
                        ///< Jumped: what setjmp returns
  Value buffer;         ///< Jumped: the address of the jmp_buf
  ir::ScalarType codeType{ir::ScalarKind::Integer, 0, 32};
  std::optional<Message> what; ///< Thrown: what() of a std::exception
};

/// Of a trap: compilers leave out the way to such code, so that a native run goes on with anything.
constexpr const char* unreachableReached = "code that the compiler may take for unreachable";

[[nodiscard]] std::string_view describe(EndKind kind);      ///< "returned", "memory error"
[[nodiscard]] std::string_view describe(MemoryFault fault); ///< "null pointer", "use after free"
[[nodiscard]] std::string describe(const Ending& ending);   ///< "memory error: null pointer", "threw std::bad_alloc"
/// Whether somebody is left who sees what the run has left in memory, and lets it write what it has not written yet.
[[nodiscard]] bool leavesMemory(EndKind kind);
/// Both, apart from values and places. A memory error is one, of whatever kind.
[[nodiscard]] bool isSameKind(const Ending& a, const Ending& b);

/// Undefined behaviour of a value: the run goes on, as the hardware would.
enum class ValueFault : std::uint8_t {
  SignedOverflow,
  OversizedShift,
  UninitialisedUse,
  UnsignedWrap,    ///< where the source promised none (pointer differences, builtins)
  InexactDivision, ///< where the source promised none is lost (a difference of pointers into one array)
  BuiltinArgument, ///< a builtin's argument for which it has no result, as __builtin_clz(0)
  FloatToInteger,  ///< a float that the integer type cannot hold
  NoBool,          ///< what a bool is read from is neither 0 nor 1
};
[[nodiscard]] std::string_view describe(ValueFault fault); ///< "signed overflow"

/// Holds on those inputs of the path on which `condition` does, for some value of the variables in it that stand for
/// what was never written.
struct PossibleFault {
  ValueFault fault = ValueFault::SignedOverflow;
  Site site;
  Term condition;
  friend bool operator==(const PossibleFault&, const PossibleFault&) = default;
};

/// A step that is not exactly what the program would do; it qualifies every verdict that rests on the path.
struct Approximation {
  std::string text;
  Site site;
  bool isExactForNumbers = false; ///< a run with numbers instead of terms does what the program would do
};
constexpr std::string_view addressLookedAt =
    "the address of an object is looked at, and is one of many that it can have";

} // namespace beagle::exec
