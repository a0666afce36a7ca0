#pragma once

#include "analysis/exec/harness.h"
#include "analysis/explore/explorer.h"
#include "test/oracle/native.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace beagle::oracle {

struct EngineOptions {
  explore::Order order = explore::Order::DepthFirst;
  explore::Merge merge = explore::Merge::None;
  std::uint64_t seed = 1;
  std::uint64_t maxPaths = 4000;
  std::chrono::milliseconds time{20'000}; ///< only cuts
};

/// A layer gave a model that is none. The engine goes on without an answer; here it is a mistake.
[[nodiscard]] bool gaveWrongModels(const solver::Solver& solver);

/// One program, explored; then asked about single inputs, by evaluation alone.
class EngineRun {
public:
  /// `program` outlives it.
  EngineRun(const ir::Program& program, const GeneratedProgram& generated, const EngineOptions& options);
  ~EngineRun();

  [[nodiscard]] support::Result<void> explore();

  struct Found {
    std::size_t count = 0;             ///< paths whose condition the input satisfies; at most 2 are counted
    std::optional<std::size_t> walked; ///< that path, when walking down the tree leads to it
    Outcome outcome{};                 ///< of the path
    bool isUnsupported = false;        ///< the path ended there
    bool isBounded = false;            ///< the path ended at a bound
    std::string described;
  };
  /// `exhaustive`: all paths are looked at, not only the one that the tree leads to.
  [[nodiscard]] Found find(std::uint32_t input, bool exhaustive);

  [[nodiscard]] bool isCut() const {
    return !explorer_->statistics().cut.empty() || !explorer_->statistics().limited.empty();
  }
  [[nodiscard]] const explore::Statistics& statistics() const { return explorer_->statistics(); }
  [[nodiscard]] bool hasWrongModels() const { return gaveWrongModels(*solver_); }
  [[nodiscard]] std::size_t pathCount() const { return paths_.size(); }
  [[nodiscard]] const std::vector<std::string>& unsupported() const { return unsupported_; }
  /// The paths' places in the tree with their endings, sorted: the same for every order.
  [[nodiscard]] std::vector<std::string> addresses() const;

private:
  /// What is needed of an ended state.
  struct Path {
    exec::Ending ending;
    std::vector<logic::Term> conditions;
    exec::Value result;
    std::vector<logic::Term> globals; ///< bytes
    std::vector<logic::Term> text;    ///< bytes
    std::vector<exec::PossibleFault> faults;
    std::string address;
  };
  void keep(const exec::State& state, const std::vector<std::uint32_t>& address);
  [[nodiscard]] bool holds(const Path& path);
  [[nodiscard]] Outcome outcomeOf(const Path& path);
  [[nodiscard]] bool mayHold(logic::Term condition);
  [[nodiscard]] bool isPossible(logic::Term condition);

  const ir::Program& program_;
  const GeneratedProgram& generated_;
  EngineOptions options_;
  std::unique_ptr<ir::SourceTypes> types_;
  logic::TermManager terms_;
  input::Leaves leaves_;
  exec::Harness harness_;
  exec::Machine machine_;
  std::unique_ptr<solver::Solver> solver_;
  std::unique_ptr<explore::Explorer> explorer_;
  std::vector<Path> paths_;
  std::vector<std::string> unsupported_;
  logic::Assignment input_;
  logic::Evaluator evaluator_;
  logic::Evaluator guess_; ///< for contents of what was never written
};

} // namespace beagle::oracle
