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

private:
  /// A written function: position of its unit, position in the unit's sources.
  using SourceRef = std::pair<std::size_t, std::size_t>;

  const EvaluatedFunction& compared(SourceRef base, SourceRef head, bool onlyNamed);

  const Program& base_;
  const Program& head_;
  const OutlineReader& outlines_;
  std::map<std::tuple<SourceRef, SourceRef, bool>, EvaluatedFunction> known_; ///< no sentence: they are equal
};

} // namespace beagle::change
