#pragma once

#include "analysis/exec/state.h"
#include "analysis/ir/program.h"
#include "analysis/ir/source_lines.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace beagle::exec {

/// Where a change is in what an entry may call, and how far it is to there: in blocks, calls included.
class ChangedCode {
public:
  ChangedCode(const ir::Program& program, ir::FunctionIndex entry, const ir::SourceLines& lines);

  /// None of it was found.
  [[nodiscard]] bool empty() const { return isEmpty_; }
  /// A byte per block, which says whether something of the change is in it; none: nothing is in the function.
  [[nodiscard]] const std::uint8_t* blocksOf(ir::FunctionIndex function) const;
  /// From where the state is, or from where it is once it has taken that side of its choice; nothing: it never comes
  /// there.
  [[nodiscard]] std::optional<std::uint32_t> distance(const State& state) const;
  [[nodiscard]] std::optional<std::uint32_t> distance(const State& state, const Choice& choice,
                                                      std::uint32_t alternative) const;

private:
  struct Known {
    std::vector<std::uint8_t> changed;   ///< by block
    std::vector<std::uint32_t> distance; ///< by block
    bool hasChanged = false;
    bool isPointedAt = false; ///< it may be called through a pointer
  };
  static constexpr std::uint32_t never = ~0U;

  void collect(const ir::Program& program, ir::FunctionIndex entry);
  void mark(const ir::Program& program, const ir::SourceLines& lines);
  void measure(const ir::Program& program);
  [[nodiscard]] std::uint32_t from(const Frame& frame, ir::BlockIndex block) const;
  [[nodiscard]] std::uint32_t fromCallers(const State& state) const;

  std::vector<ir::FunctionIndex> functions_;
  std::unordered_map<ir::FunctionIndex, Known> known_;
  bool isEmpty_ = true;
};

} // namespace beagle::exec
