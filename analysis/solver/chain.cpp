#include "analysis/solver/chain.h"

#include "analysis/solver/layers.h"
#include "analysis/solver/query_log.h"
#include "analysis/solver/value_sets.h"
#include "analysis/solver/z3_solver.h"
#include "analysis/support/files.h"

#include <fstream>

namespace beagle::solver {

namespace {

/// The disk, and the chain that uses it.
class WithDisk final : public Solver {
public:
  WithDisk(std::unique_ptr<support::Files> files, std::unique_ptr<Solver> chain)
      : files_(std::move(files)), chain_(std::move(chain)) {}

  Answer check(const Query& query) override { return chain_->check(query); }
  void statistics(std::vector<LayerStatistics>& out) const override { chain_->statistics(out); }
  std::uint64_t resources() const override { return chain_->resources(); }

private:
  std::unique_ptr<support::Files> files_;
  std::unique_ptr<Solver> chain_;
};

} // namespace

support::Result<std::unique_ptr<Solver>> makeSolver(TermManager& terms, const ChainOptions& options,
                                                    support::CancelToken cancel) {
  std::unique_ptr<Solver> chain = makeZ3(terms, cancel, {.incremental = options.incremental});
  if (options.log) {
    auto out = std::make_unique<std::ofstream>(*options.log, std::ios::app);
    if (!*out) return support::cannotRun("the query log {} cannot be written", *options.log);
    chain = makeQueryLog(terms, std::move(out), std::move(chain));
  }
  std::unique_ptr<support::Files> files;
  if (options.cacheFolder) {
    files = std::make_unique<support::DiskFiles>();
    chain = makeDiskCache(terms, *files, std::move(chain),
                          {*options.cacheFolder, options.cacheReadOnly, options.cacheMaxBytes});
  }
  const auto sets = std::make_shared<ValueSets>(terms);
  if (options.search) chain = makeSearch(terms, std::move(chain), sets, {.cancel = std::move(cancel)});
  if (options.remembered) chain = makeRemembered(terms, std::move(chain));
  if (options.recentModels) chain = makeRecentModels(terms, std::move(chain));
  if (options.independentParts) chain = makeIndependentParts(terms, std::move(chain));
  if (options.domains) chain = makeDomains(terms, std::move(chain), sets);
  if (options.equalities) chain = makeEqualities(terms, std::move(chain));
  if (options.constants) chain = makeConstants(terms, std::move(chain));
  if (options.domains) chain = makeIntervals(terms, std::move(chain), sets);
  if (options.domains) chain = makeOneByte(terms, std::move(chain), sets);
  chain = makeChecked(terms, std::move(chain));
  if (!files) return chain;
  return std::make_unique<WithDisk>(std::move(files), std::move(chain));
}

} // namespace beagle::solver
