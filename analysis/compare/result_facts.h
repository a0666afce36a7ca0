#pragma once

#include "analysis/ir/program.h"
#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace beagle::compare {

/// What may always hold of the number that a recursive function returns: how it compares with small numbers and with
/// what the function was given. All is taken for true of the function's calls of itself, and dropped when it is not
/// shown where the function returns; what is left when nothing more is dropped holds by induction.
class ResultFacts {
public:
  ResultFacts() = default; ///< none
  explicit ResultFacts(const ir::Function& function);

  [[nodiscard]] bool empty() const { return facts_.empty(); }
  [[nodiscard]] std::size_t size() const { return facts_.size(); }
  /// The fact, of a result and what was given for it.
  [[nodiscard]] logic::Term term(logic::TermManager& terms, std::size_t fact, logic::Term result,
                                 std::span<const logic::Term> arguments) const;
  void drop(std::size_t fact) { facts_.erase(facts_.begin() + static_cast<std::ptrdiff_t>(fact)); }

private:
  struct Fact {
    bool isAtLeast = false;              ///< else at most
    std::optional<std::size_t> argument; ///< none: the number
    std::int64_t number = 0;
  };
  std::vector<Fact> facts_;
};

} // namespace beagle::compare
