#pragma once

#include "analysis/support/error.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace llvm {
class Constant;
class ConstantInt;
class GlobalVariable;
class Use;
} // namespace llvm

namespace beagle::ir {

/// Notes of an operand that it is the number of a line of its source; or a text with that number in it, which
/// `withoutLine` holds with `__LINE__` in its place. The bitcode keeps it.
void markLine(const llvm::Use& operand, llvm::StringRef withoutLine);
/// The same of numbers in a variable's initialiser.
void markLines(llvm::GlobalVariable& variable, const std::set<std::uint64_t>& lines);

/// The same constant with other numbers in it. Vectors stay as they are.
[[nodiscard]] llvm::Constant* withNumbers(llvm::Constant& constant,
                                          llvm::function_ref<llvm::Constant*(llvm::ConstantInt&)> other);

/// Whether it is what `std::source_location::current()` leads to: texts, a line and a column, which no source writes.
[[nodiscard]] bool isSourceLocation(const llvm::Constant& constant);

struct SourcePlace {
  unsigned line = 0, column = 0;
};
/// Where a place of a file, by project name, was in another version; nothing: that is not known.
using PlaceBefore = std::function<std::optional<SourcePlace>(const std::string& file, SourcePlace place)>;

struct RenumberedUnit {
  std::string bitcode;
  std::set<std::pair<unsigned, unsigned>> lines; ///< those that became others: before, and now
};
/// The unit with the line numbers that its code had before: it makes no difference that lines moved.
[[nodiscard]] support::Result<RenumberedUnit> renumbered(std::string bitcode, const PlaceBefore& placeBefore);

} // namespace beagle::ir
