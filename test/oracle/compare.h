#pragma once

#include "test/oracle/engine.h"

#include <map>
#include <optional>
#include <string>

namespace beagle::oracle {

struct Mismatch {
  std::uint32_t input = 0;
  std::string what; ///< the same words for the same kind of mismatch
  Outcome native{};
  Outcome engine{};
};

/// What became of the programs of a run.
struct Tally {
  std::uint64_t programs = 0, inputs = 0, paths = 0;
  std::uint64_t mismatches = 0, merged = 0;
  std::uint64_t unsupportedInputs = 0, cutInputs = 0, undefinedInputs = 0, cutPrograms = 0, limitPrograms = 0;
  std::map<std::string, std::uint64_t> endings;     ///< of native runs, by kind
  std::map<std::string, std::uint64_t> unsupported; ///< paths, by what the engine says
};

/// Holds an exploration against the native outcomes of all inputs; the first input that differs.
[[nodiscard]] std::optional<Mismatch> compare(EngineRun& engine, const std::vector<Outcome>& native,
                                              std::uint32_t resultWidth, Tally& tally);

[[nodiscard]] std::string describe(const Outcome& outcome);

} // namespace beagle::oracle
