#pragma once

#include "analysis/solver/solver.h"
#include "analysis/support/error.h"
#include "analysis/support/files.h"

#include <cstdint>
#include <memory>
#include <string>

namespace beagle::solver {

/// The layers of the chain, each in front of any solver. Canonical queries pass by those whose models or
/// rewriting depend on what was asked before, or on the order of the path.

/// The top of the chain: a model that was asked for is evaluated on the whole query before it leaves.
/// Whichever layer made or joined it, a wrong one becomes unknown.
[[nodiscard]] std::unique_ptr<Solver> makeChecked(TermManager& terms, std::unique_ptr<Solver> below);

/// Answers what folds to a constant, or is decided by the bits that are known of every term.
[[nodiscard]] std::unique_ptr<Solver> makeConstants(TermManager& terms, std::unique_ptr<Solver> below);

/// `x = 5` and `x = y` in the path: the goal speaks of 5 and of y instead.
[[nodiscard]] std::unique_ptr<Solver> makeEqualities(TermManager& terms, std::unique_ptr<Solver> below);

/// Splits a query into parts that share no variable. The parts of the path that the goal does not touch are
/// satisfiable, as the path is: they are solved only for their models.
[[nodiscard]] std::unique_ptr<Solver> makeIndependentParts(TermManager& terms, std::unique_ptr<Solver> below);

class ValueSets;

/// Answers what is about one variable of at most 8 bits alone, from the set of its values: in front of all other
/// layers, as programs that read text ask little else.
[[nodiscard]] std::unique_ptr<Solver> makeOneByte(TermManager& terms, std::unique_ptr<Solver> below,
                                                  std::shared_ptr<ValueSets> sets);

/// Answers what is about one wider variable alone, where each constraint holds for a few intervals of its values: what
/// loops ask about their bounds.
[[nodiscard]] std::unique_ptr<Solver> makeIntervals(TermManager& terms, std::unique_ptr<Solver> below,
                                                    std::shared_ptr<ValueSets> sets);

/// Answers from the exact sets of values that variables of which few bits matter can still have, and from the ranges
/// of terms that follow from them.
[[nodiscard]] std::unique_ptr<Solver> makeDomains(TermManager& terms, std::unique_ptr<Solver> below,
                                                  std::shared_ptr<ValueSets> sets);

struct SearchOptions {
  std::uint64_t budget = 4'000'000; ///< values computed for one query, at most
  std::size_t models = 16;          ///< that are varied
  support::CancelToken cancel;
};
/// Tries many values at once: random ones, those near a recent model, and all of them where there are not too
/// many.
[[nodiscard]] std::unique_ptr<Solver> makeSearch(TermManager& terms, std::unique_ptr<Solver> below,
                                                 std::shared_ptr<ValueSets> sets, SearchOptions options = {});

struct RecentModelsOptions {
  std::size_t models = 64;
};
/// Tries the last models by evaluation.
[[nodiscard]] std::unique_ptr<Solver> makeRecentModels(TermManager& terms, std::unique_ptr<Solver> below,
                                                       RecentModelsOptions options = {});

struct RememberedOptions {
  std::size_t entries = 50'000; ///< of each kind; past it the layer forgets all
};
/// A remembered core that lies within the query: unsat. A remembered conjunction that holds the query: its
/// model. Canonical queries are answered from cores, and from models of the same canonical query.
[[nodiscard]] std::unique_ptr<Solver> makeRemembered(TermManager& terms, std::unique_ptr<Solver> below,
                                                     RememberedOptions options = {});

struct DiskCacheOptions {
  std::string folder;
  bool readOnly = false;
  std::uint64_t maxBytes = 1ULL << 30;
};
/// Answers of earlier runs. Any number of processes may use one folder at once.
[[nodiscard]] std::unique_ptr<Solver> makeDiskCache(TermManager& terms, support::Files& files,
                                                    std::unique_ptr<Solver> below, DiskCacheOptions options);

} // namespace beagle::solver
