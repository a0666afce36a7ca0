#pragma once

#include "analysis/logic/evaluate.h"
#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <span>

namespace beagle::solver {

/// Gives the variables and functions of a support set (as TermManager::support numbers them) the values that
/// `from` has for them: zero for what `from` leaves out.
void copyValues(const logic::TermManager& terms, std::span<const std::uint32_t> support, const logic::Assignment& from,
                logic::Assignment& to);

/// Tries models on constraints. Keeps its memory from one to the next.
class ModelCheck {
public:
  explicit ModelCheck(logic::TermManager& terms) : evaluator_(terms, none_) {}
  ModelCheck(const ModelCheck&) = delete;
  ModelCheck& operator=(const ModelCheck&) = delete;

  /// Whether all constraints hold.
  [[nodiscard]] bool satisfies(const logic::Assignment& model, std::span<const logic::Term> constraints);

private:
  logic::Assignment none_;
  logic::Evaluator evaluator_;
};

} // namespace beagle::solver
