#pragma once

#include "test/oracle/compare.h"

#include <set>
#include <string>
#include <vector>

namespace beagle::oracle {

/// The programs, as the engine gets them.
[[nodiscard]] support::Result<std::shared_ptr<const ir::Program>>
loadProgram(const Tools& tools, const std::vector<GeneratedProgram>& programs);

struct SessionOptions {
  std::uint64_t seed = 1;
  std::uint64_t first = 0; ///< number of the first program
  std::uint64_t count = 100;
  std::uint64_t batch = 50;       ///< programs per run of the compiler
  std::uint64_t ordersEvery = 10; ///< every so many programs, all orders are compared; 0: never
  bool reduceCases = false;
  std::string csmith; ///< the program of that name makes the programs; "": the generator does
  bool stopAtFirst = false;
  std::vector<std::string> cases; ///< files to run instead of generated programs
  std::string keep;               ///< folder for the programs that show a mismatch; "": none
  Tools tools;
  EngineOptions engine;
};

/// Generates, runs, explores and compares; prints what differs.
class Session {
public:
  explicit Session(SessionOptions options) : options_(std::move(options)) {}

  /// An error is our bug outside of the engine.
  [[nodiscard]] support::Result<void> run();
  [[nodiscard]] const Tally& tally() const { return tally_; }
  void printTally() const;

private:
  [[nodiscard]] support::Result<void> runBatch(std::uint64_t first, std::uint64_t count);
  [[nodiscard]] support::Result<void> runAll(const std::vector<GeneratedProgram>& programs);
  void compareOrders(const ir::Program& program, const GeneratedProgram& generated, const EngineRun& run);
  [[nodiscard]] std::optional<Mismatch> check(const GeneratedProgram& generated, Tally& tally) const;
  void show(const GeneratedProgram& program, const Mismatch& mismatch);

  SessionOptions options_;
  Tally tally_;
};

} // namespace beagle::oracle
