#pragma once

#include "analysis/compare/same_things.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace beagle::compare {

/// Which blocks of a body do something else than the other version's; a byte each, 0 where they do the same.
using BlockMarks = std::vector<std::uint8_t>;

/// Goes through two bodies at once, from their beginnings, as long as both do the same: the same instructions over
/// values that are the same. Where that ends, both blocks differ. So a run that comes into no differing block goes the
/// same way in the other version, with the same values, provided that what it calls does the same.
class BodyMatch {
public:
  /// All references outlive it. Requires functions that the things take for the same, and that have code.
  BodyMatch(SameThings& things, ir::FunctionIndex base, ir::FunctionIndex head);

  [[nodiscard]] BlockMarks takeMarks(bool isBase) { return std::move((isBase ? base_ : head_).differs); }

private:
  struct Body {
    Body(const ir::Program& in, ir::FunctionIndex index);

    const ir::Program& program;
    const ir::Function& function;
    BlockMarks differs;
    std::vector<ir::BlockIndex> partners; ///< by block; none: not met yet
    std::vector<ir::SlotIndex> same;      ///< by slot: which of the other one's holds the same value here; none: no one
    std::vector<char> isWide;             ///< by slot: it is used in more than one block
  };
  using Facts = std::vector<std::pair<ir::SlotIndex, ir::SlotIndex>>; ///< what is the same, by ascending slot of base
  using Overwritten = std::vector<ir::SlotIndex>;
  struct Position {
    std::uint32_t at, end;
  };

  [[nodiscard]] bool haveSameForm();
  void meet(ir::BlockIndex old, ir::BlockIndex now, const Facts& facts);
  void goThrough(ir::BlockIndex old);
  [[nodiscard]] bool skipQuiet(Position& old, Position& now);
  [[nodiscard]] bool skipsTo(bool inBase, Position& ahead, const Position& other);
  void leave(const ir::Instruction& old, const ir::Instruction& now);
  void leaveSwitch(const ir::SwitchTable& old, const ir::SwitchTable& now, const Facts& facts);

  [[nodiscard]] bool fit(const ir::Instruction& old, const ir::Instruction& now);
  [[nodiscard]] bool fitCall(const ir::CallSite& old, const ir::CallSite& now);
  [[nodiscard]] bool fitPads(const ir::LandingPad& old, const ir::LandingPad& now);
  [[nodiscard]] static bool isKeptFor(const Body& body, const ir::Instruction& instruction);
  [[nodiscard]] bool isQuiet(const Body& body, const ir::Instruction& instruction) const;
  [[nodiscard]] bool isSame(ir::SlotIndex old, ir::SlotIndex now);
  [[nodiscard]] bool areSame(ir::SlotIndex old, ir::SlotIndex now, std::uint32_t count);
  void forget(bool inBase, ir::SlotIndex slot);
  void forgetWritten(bool inBase, const ir::Instruction& instruction);
  void bind(ir::SlotIndex old, ir::SlotIndex now);
  void bindWritten(const ir::Instruction& old, const ir::Instruction& now);
  [[nodiscard]] Facts facts() const;

  SameThings& things_;
  Body base_, head_;
  std::vector<Facts> atStart_; ///< by block of base
  std::vector<ir::BlockIndex> waiting_;
  bool isAtStart_ = false;                    ///< in the first block
  Overwritten skippedInBase_, skippedInHead_; ///< while it looks ahead: what `same` says of them is over
};

} // namespace beagle::compare
