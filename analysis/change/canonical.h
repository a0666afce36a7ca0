#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace beagle::change {

/// What two versions of a body or an initialiser are compared by.
struct CanonicalCode {
  std::string digest; ///< with the names of other symbols
  std::string shape;  ///< with their positions in `symbols` instead
  std::vector<std::string> symbols;
  std::string text; ///< the canonical form itself, only when asked for
};

/// A `__LINE__` in a function's source.
struct LineLiteral {
  unsigned line = 0;    ///< where the macro that it comes from begins; its value is the line where that ends
  std::string callee;   ///< what it is an argument of, if it is one
  unsigned fromEnd = 0; ///< which: 1 is the last
};

/// By value.
using LineLiterals = std::map<std::uint64_t, std::vector<LineLiteral>>;

/// A string in which a macro wrote the line number: "run.c:12".
struct LineText {
  std::string withoutLine; ///< "run.c:__LINE__"
  unsigned written = 0;    ///< how many times
};

/// What a function's source says of its line numbers.
struct LineMentions {
  LineLiterals numbers;
  std::map<std::string, LineText> texts; ///< by what the string holds
};

/// Canonical forms of a module's functions and globals: equal forms are equal code.
///
/// Sound by construction: locals whose address is not taken become values (with an explicit "uninitialised"
/// value, so nothing is assumed about them), blocks are numbered in the order they are reached, pure
/// expressions are compared as trees with commutative operands sorted, and everything with an effect or a
/// trap stays where it is: loads, stores, allocations, calls, divisions, loops. `nsw`, `inbounds` and the like
/// are part of an operation's name and never a reason to change it.
///
/// Left out on purpose: value names, debug info, alignment and aliasing metadata, branch-weight hints, the
/// texts and line of a failed assertion, and line numbers handed to calls or stored, in a string too, or
/// standing in an initialiser (`lines`), or in what `std::source_location` leads to.
class Canonicaliser {
public:
  /// Prepares the module for comparison; the module is changed and good for nothing else afterwards.
  explicit Canonicaliser(llvm::Module& module, bool keepText = false);

  [[nodiscard]] CanonicalCode function(llvm::Function& function, const LineMentions& lines = {});
  [[nodiscard]] CanonicalCode global(llvm::GlobalVariable& variable, const std::vector<std::uint64_t>& lines = {});

private:
  bool keepText_;
};

} // namespace beagle::change
