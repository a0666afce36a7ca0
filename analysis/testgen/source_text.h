#pragma once

#include "analysis/ir/source_types.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace beagle::testgen {

// Types and values as a programmer writes them, in C or C++.

struct Language {
  bool isCxx = false;
};

/// "int *values[3]": a variable of the type. "" when the type has no name that could be written.
[[nodiscard]] std::string declared(const ir::SourceTypes& types, ir::TypeIndex type, const std::string& name);
/// "const struct order *": the type alone, as in a cast. "" as above.
[[nodiscard]] std::string typeText(const ir::SourceTypes& types, ir::TypeIndex type);

/// A number, character, truth value or enumerator with these bits. "" of what has no literal: a pointer, a
/// record, a wide number.
[[nodiscard]] std::string literal(const ir::SourceType& type, std::span<const std::uint8_t> bytes, Language language);
/// Of some of the bits of an integer, as in a bit field.
[[nodiscard]] std::string literal(const ir::SourceType& type, std::uint64_t bits, std::uint32_t width,
                                  Language language);

/// "\"two\\nlines\"".
[[nodiscard]] std::string quoted(std::string_view bytes);
/// Text that is at home in a line comment: no control characters, no line that goes on.
[[nodiscard]] std::string inComment(std::string_view text, std::size_t limit = 200);
/// Letters, digits and "_" of the text, others as "_"; never a name that a language keeps for itself.
[[nodiscard]] std::string identifier(std::string_view text);

} // namespace beagle::testgen
