#pragma once

#include "analysis/compare/changed_places.h"
#include "analysis/compare/differing_blocks.h"
#include "analysis/compare/input_search.h"
#include "analysis/explore/explorer.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace beagle::compare {

struct CompareOptions {
  explore::ExplorerOptions explorer;
  exec::MachineOptions machine;
  exec::HarnessOptions harness;
  SearchOptions search;
  bool fuzz = true;              ///< whoever has a partner that fuzzes lets it
  bool failingAllocation = true; ///< whoever finds no difference looks at what happens without memory, too
  EqualityOptions equality;      ///< for who compares by that
  /// Which version meets the inputs first. It matters for what is beyond the limits: the first one takes inputs within
  /// them where it can, and the other one has what is left.
  bool headFirst = false;
  /// Where it is known what changed: gives up when no way leads there.
  bool onlyChange = false;
  /// Only what crashes or is undefined anew matters: it is looked for also on paths that show another difference.
  bool seeksCrash = false;
  /// Runs that come into none of these blocks are equal without being run; none: all are run.
  DifferingBlocks* differing = nullptr;
};

/// One version of an entry, as the comparison runs it.
struct Side {
  const ir::Program& program;
  const ir::SourceTypes& types;
  ir::FunctionIndex entry;
  const ir::SourceLines* changed = nullptr; ///< in this version; none: not known
  const ir::SourceLines* places = nullptr;  ///< to be told apart, in the same order in both versions; none: not known
  std::optional<ir::FunctionIndex> placesIn = {}; ///< whose they are; nothing: the entry's
};

/// Both versions of an entry, ready to run over one input.
class PreparedPair {
public:
  /// All references outlive it.
  PreparedPair(logic::TermManager& terms, input::Leaves& leaves, Side base, Side head, const CompareOptions& options);

  /// Makes the states at the first instruction, with free inputs.
  [[nodiscard]] support::Result<void> start();

  struct Prepared {
    /// `apart`: globals that begin with something else in the other version.
    Prepared(logic::TermManager& terms, input::Leaves& leaves, Side side, Side other, input::Layouts& layouts,
             const CompareOptions& options, const std::set<std::string>& apart);
    [[nodiscard]] Version version() { return {machine, harness, side.entry, layouts}; }

    Side side;
    input::Layouts& layouts;
    exec::Harness harness;
    exec::GivenSurroundings surroundings;
    exec::Machine machine;
    std::optional<State> start;               ///< once it is made
    std::optional<exec::ChangedCode> watched; ///< where there are places to be told apart
  };
  [[nodiscard]] Prepared& base() { return base_; }
  [[nodiscard]] Prepared& head() { return head_; }
  [[nodiscard]] const Prepared& version(bool isBase) const { return isBase ? base_ : head_; }
  [[nodiscard]] const ChangedPlaces& places() const { return places_; }
  /// What runs of both took for places in one array.
  [[nodiscard]] exec::Neighbours neighbours() const;

private:
  PreparedPair(logic::TermManager& terms, input::Leaves& leaves, Side base, Side head, const CompareOptions& options,
               const std::set<std::string>& apart);
  [[nodiscard]] std::vector<std::string> baseNames() const;

  std::unique_ptr<input::Layouts> layouts_; ///< it stays where it is
  Prepared base_, head_;
  ChangedPlaces places_;
};

} // namespace beagle::compare
