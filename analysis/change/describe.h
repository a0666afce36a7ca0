#pragma once

#include "analysis/ir/outline.h"
#include "analysis/ir/unit_facts.h"

#include <cstdint>
#include <string>
#include <vector>

namespace beagle::change {

/// One construct that changed, in words: "condition of `if` at line 40: `<` became `<=`".
struct ChangeSentence {
  std::string text;
  std::uint32_t baseLine = 0, headLine = 0; ///< 0: nothing on that side

  friend bool operator==(const ChangeSentence&, const ChangeSentence&) = default;
};

/// What differs between two bodies of a function: the smallest constructs, in the order in which they stand.
/// Comments, layout, braces around one statement, redundant parentheses, spellings of numbers and consistently
/// renamed locals are no differences. Lines are those of the head where it has one, otherwise "(old line N)".
/// After a dozen sentences the rest is counted in one more.
[[nodiscard]] std::vector<ChangeSentence> describeChange(const ir::Outline& base, const ir::Outline& head);

/// Whether they are the same but for blanks and comments.
[[nodiscard]] bool sameTokens(const ir::Outline& base, const ir::Outline& head);

/// What differs between the parameters and return types of two versions of a function. A renamed parameter is
/// no difference.
[[nodiscard]] std::vector<ChangeSentence> describeSignature(const ir::WrittenFunction& base,
                                                            const ir::WrittenFunction& head);

/// What differs between two versions of a macro, enum, type or global; null: it does not exist there. Empty if
/// nothing does.
[[nodiscard]] std::string describeItem(const ir::Item* base, const ir::Item* head);

} // namespace beagle::change
