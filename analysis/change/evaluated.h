#pragma once

#include "analysis/change/change_set.h"

#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace beagle::change {

/// Functions that the compiler runs, or asks for their types, while it makes code of another one: their change is a
/// change of that one.
class EvaluatedChanges {
public:
  /// All references outlive it.
  EvaluatedChanges(const Program& base, const Program& head, const OutlineReader& outlines);

  /// Those that differ of what two versions of a function need; `base` and `head` name emitted functions.
  [[nodiscard]] std::vector<EvaluatedFunction> of(SymbolRef base, SymbolRef head);
  /// Those of what two versions of a unit need outside of functions: in types, constants and templates' arguments.
  [[nodiscard]] std::vector<EvaluatedFunction> outside(std::size_t base, std::size_t head);

private:
  /// A written function: position of its unit, position in the unit's sources.
  using SourceRef = std::pair<std::size_t, std::size_t>;

  using Needed = std::map<std::size_t, bool>; ///< sources of a unit, and whether only for their types
  static Needed neededBy(const ir::UnitFacts& facts, std::vector<std::size_t> open);
  std::vector<EvaluatedFunction> changed(std::size_t base, const Needed& before, std::size_t head, const Needed& after);
  const EvaluatedFunction& compared(SourceRef base, SourceRef head, bool onlyNamed);

  const Program& base_;
  const Program& head_;
  const OutlineReader& outlines_;
  std::map<std::tuple<SourceRef, SourceRef, bool>, EvaluatedFunction> known_; ///< no sentence: they are equal
};

} // namespace beagle::change
