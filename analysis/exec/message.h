#pragma once

#include "analysis/logic/evaluate.h"
#include "analysis/logic/term_manager.h"

#include <string>
#include <vector>

namespace beagle::exec {

/// The text of an exception. A term of width 8 is a character, one of width 64 a number that stands there in decimal:
/// one text where its digits would be many.
using Message = std::vector<logic::Term>;

[[nodiscard]] std::string printed(const Message& message, const logic::TermManager& terms, logic::Evaluator& evaluator);

/// When the two are the same text. Numbers count as such also where they are known digits.
[[nodiscard]] logic::Term sameMessage(logic::TermManager& terms, const Message& a, const Message& b);

} // namespace beagle::exec
