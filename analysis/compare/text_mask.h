#pragma once

#include "analysis/logic/term_manager.h"

#include <vector>

namespace beagle::compare {

/// What of a text is another one in every run, and does not count when texts are compared.
struct TextMask {
  bool addresses = false; ///< 0x7ffd5e8c
  bool times = false;     ///< 12:30:59, 2024-05-17T12:30:59Z, Fri May 17 12:30:59 2024
};

/// The characters with one mark for each masked part. Only what is known of them can be masked.
[[nodiscard]] std::vector<logic::Term> masked(logic::TermManager& terms, const std::vector<logic::Term>& text,
                                              TextMask mask);

} // namespace beagle::compare
