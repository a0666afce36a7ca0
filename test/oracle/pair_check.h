#pragma once

#include "analysis/compare/entry_comparison.h"
#include "test/oracle/native.h"

#include <optional>
#include <string>
#include <vector>

namespace beagle::oracle {

/// What two native runs on one input say of two versions.
enum class Truth : std::uint8_t {
  Same,
  Differs,
  UbIntroduced, ///< the behaviour is undefined now, and was not
  UbOnly,       ///< they differ, where the behaviour was undefined before
  Free,         ///< nothing can be said: it was undefined before
  /// Base ends in an error. Head's run stopped where it had no meaning any more: what comes after may be that error.
  Unknown,
};
[[nodiscard]] Truth truthOf(const Outcome& base, const Outcome& head);
[[nodiscard]] inline bool isDifference(Truth truth) {
  return truth == Truth::Differs || truth == Truth::UbIntroduced || truth == Truth::UbOnly;
}

struct PairMismatch {
  std::uint32_t input = 0;
  std::string what;   ///< the same words for the same kind of mismatch
  std::string detail; ///< what the comparison says
};

/// Both versions natively, by input.
struct NativePair {
  const std::vector<Outcome>& base;
  const std::vector<Outcome>& head;

  [[nodiscard]] bool isEqual() const;
};

/// Holds a comparison against both native runs on all inputs: every witness has to differ as it says, and an answer
/// that leaves nothing open has to be true. The first thing that is wrong.
[[nodiscard]] std::optional<PairMismatch> checkPair(const GeneratedProgram& program, const input::Leaves& leaves,
                                                    logic::TermManager& terms, const compare::EntryResult& result,
                                                    const NativePair& native);

} // namespace beagle::oracle
