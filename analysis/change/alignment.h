#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class Function;
} // namespace llvm

namespace beagle::change {

/// What became of a piece of code. Removed stands in the base only, Added in the head only.
enum class Match : std::uint8_t { Unchanged, Changed, Added, Removed };

constexpr std::uint32_t noPartner = ~std::uint32_t{0};

/// One instruction of one side; its index is its position in the function.
struct InstructionRow {
  Match match = Match::Removed;
  bool moved = false; ///< its partner stands elsewhere relative to what is around it
  std::uint32_t partner = noPartner;
  std::uint32_t block = 0;
  std::uint32_t file = 0; ///< index into Alignment::files
  std::uint32_t line = 0; ///< its own, or that of the nearest instruction that has one; 0: none has
  std::int32_t hunk = -1; ///< set by assignHunks
};

/// One basic block of one side; its index is its position in the function.
struct BlockRow {
  Match match = Match::Removed;
  std::uint32_t partner = noPartner;
  std::uint32_t first = 0, count = 0; ///< its instructions
};

struct MatchCounts {
  std::uint32_t unchanged = 0, changed = 0, added = 0, removed = 0;
  std::uint32_t moved = 0; ///< of the unchanged and changed ones
  friend bool operator==(const MatchCounts&, const MatchCounts&) = default;
};

struct AlignedSide {
  std::vector<InstructionRow> instructions;
  std::vector<BlockRow> blocks;
};

/// Which instruction and which block of the old body is which of the new one. Partners are symmetric: each has
/// at most one.
///
/// An instruction is unchanged if its operation, its constants and symbols and its flags are the same and its
/// operands are partners; a jump, if it leads to the same code, whether or not something was put in between.
/// So of `y = x + 1` that became `y = x + 2` only the addition is changed. A block is unchanged if both sides
/// consist of partners that are unchanged, in the same order, and its successors are partners. The partners of
/// blocks are the node map of DiSE, section 4.1.3.
struct Alignment {
  AlignedSide base, head;
  std::vector<std::string> files; ///< as debug info spells them, with their folder
  MatchCounts instructions, blocks;

  [[nodiscard]] bool unchanged() const { return instructions.changed + instructions.added + instructions.removed == 0; }
};

/// Aligns two versions of a function as the compiler emits it without optimisation: locals live in allocas.
/// Names of values, debug info and the lines of failed assertions do not count.
[[nodiscard]] Alignment align(const llvm::Function& base, const llvm::Function& head);

/// A place where lines of a file differ, as in build::Hunk: a side without lines has as its start the line
/// after which the other side's lines stand.
struct LineHunk {
  std::string baseFile, headFile;
  std::uint32_t baseStart = 0, baseLines = 0;
  std::uint32_t headStart = 0, headLines = 0;
};

/// Where a function ends in its file.
struct FunctionEnd {
  std::string file;
  std::uint32_t line = 0;
};

/// Tells every instruction the hunk that its line is in. A changed, added or removed instruction whose line is
/// in none takes its partner's hunk, else the nearest one in the function: of a statement over several lines
/// debug info knows one. `nameOf` turns a path of debug info into what hunks call it.
void assignHunks(Alignment& alignment, std::span<const LineHunk> hunks, const FunctionEnd& base,
                 const FunctionEnd& head, const std::function<std::string(std::string_view)>& nameOf = {});

} // namespace beagle::change
