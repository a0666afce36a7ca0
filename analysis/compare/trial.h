#pragma once

#include "analysis/ir/program.h"
#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <map>
#include <vector>

namespace beagle::compare {

using logic::Term;

/// Choices for one run in which nothing is left open: what a run does not know is chosen here, always in the
/// same way, so that both versions find the same. What such runs show is never more than a guess.
class Trial {
public:
  /// `numbers`: those that the code mentions, which make decisions go both ways. The manager outlives it.
  Trial(logic::TermManager& terms, std::uint64_t seed, std::vector<std::uint64_t> numbers)
      : terms_(terms), seed_(seed), numbers_(std::move(numbers)) {}

  [[nodiscard]] Term argument(std::size_t index, ir::ScalarType type);
  /// A constant for what functions of which nothing is known return: loads, calls. Any other term as it is.
  [[nodiscard]] Term chosen(Term term, ir::ScalarType type);
  /// Whether one place was loaded as values of several types: what was chosen is then no memory that there
  /// can be.
  [[nodiscard]] bool isDoubtful() const { return isDoubtful_; }

private:
  void noteLoad(Term term, ir::ScalarType type);
  [[nodiscard]] std::uint64_t alike(Term term, ir::ScalarType type) const;
  [[nodiscard]] Term constant(std::uint64_t hash, ir::ScalarType type) const;
  [[nodiscard]] std::uint64_t number(std::uint64_t hash, std::uint32_t width) const;

  logic::TermManager& terms_;
  std::uint64_t seed_;
  std::vector<std::uint64_t> numbers_;
  std::map<std::uint64_t, ir::ScalarType> loaded_; ///< by address
  bool isDoubtful_ = false;
};

/// The numbers that a function's code mentions, those of its decisions included.
void addNumbers(const ir::Function& function, std::vector<std::uint64_t>& numbers);

} // namespace beagle::compare
