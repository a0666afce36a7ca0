#include "analysis/exec/ending.h"

#include <fmt/format.h>

namespace beagle::exec {

std::string_view describe(EndKind kind) {
  switch (kind) {
  case EndKind::Returned: return "returned";
  case EndKind::Exited: return "exited";
  case EndKind::Aborted: return "aborted";
  case EndKind::AssertFailed: return "assertion failed";
  case EndKind::MemoryError: return "memory error";
  case EndKind::DivisionByZero: return "division by zero";
  case EndKind::Trapped: return "trapped";
  case EndKind::Thrown: return "threw";
  case EndKind::Jumped: return "left by longjmp";
  case EndKind::NeverEnded: return "never ended";
  case EndKind::Unsupported: return "unsupported";
  case EndKind::OutOfBound: return "bound reached";
  }
  return "";
}

std::string_view describe(MemoryFault fault) {
  switch (fault) {
  case MemoryFault::None: return "";
  case MemoryFault::NullPointer: return "null pointer";
  case MemoryFault::WildPointer: return "pointer to no object";
  case MemoryFault::OutOfBounds: return "out of bounds";
  case MemoryFault::UseAfterFree: return "use after free";
  case MemoryFault::UseAfterScope: return "use of a local after its scope";
  case MemoryFault::DoubleFree: return "double free";
  case MemoryFault::BadFree: return "free of what was not allocated";
  case MemoryFault::WrongFree: return "freed otherwise than allocated";
  case MemoryFault::WriteConstant: return "write to constant memory";
  case MemoryFault::BadCall: return "call of what is no such function";
  case MemoryFault::Overlap: return "copy between overlapping ranges";
  }
  return "";
}

std::string describe(const Ending& ending) {
  std::string text(describe(ending.kind));
  if (ending.fault != MemoryFault::None) text += fmt::format(": {}", describe(ending.fault));
  if (ending.kind == EndKind::Thrown) text += fmt::format(" {}", ending.text);
  return text;
}

bool leavesMemory(EndKind kind) {
  return kind == EndKind::Returned || kind == EndKind::Thrown || kind == EndKind::Jumped;
}

bool isSameKind(const Ending& a, const Ending& b) {
  return a.kind == b.kind && (a.kind != EndKind::Thrown || a.text == b.text);
}

std::string_view describe(ValueFault fault) {
  switch (fault) {
  case ValueFault::SignedOverflow: return "signed overflow";
  case ValueFault::OversizedShift: return "shift by the width or more";
  case ValueFault::UninitialisedUse: return "use of an uninitialised value";
  case ValueFault::UnsignedWrap: return "overflow where none was promised";
  case ValueFault::InexactDivision: return "inexact where a multiple was promised";
  case ValueFault::BuiltinArgument: return "argument for which the builtin has no result";
  case ValueFault::FloatToInteger: return "float out of the integer's range";
  case ValueFault::NoBool: return "bool that is neither true nor false";
  }
  return "";
}

} // namespace beagle::exec
