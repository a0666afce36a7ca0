#pragma once

#include "analysis/change/outline_tree.h"

namespace beagle::change {

/// Tokens of a function's text and what stands where, as far as finding its locals needs it.
struct NamedText {
  std::string_view source;
  const std::vector<Token>& tokens;

  [[nodiscard]] std::string_view at(std::size_t token) const {
    if (token >= tokens.size()) return {};
    return source.substr(tokens[token].begin, tokens[token].end - tokens[token].begin);
  }
};

/// The token that a declarator in [begin, end) declares, or `end`: `name` in `T *name[3]`, `int (*name)(T)`.
[[nodiscard]] std::uint32_t declaredName(const NamedText& text, std::uint32_t begin, std::uint32_t end);

/// The names in the first parameter list that stands in [begin, end).
[[nodiscard]] std::vector<std::uint32_t> parameterNames(const NamedText& text, std::uint32_t begin, std::uint32_t end);

/// The names of `auto [a, b]` in [begin, end); none for other declarations.
[[nodiscard]] std::vector<std::uint32_t> bindingNames(const NamedText& text, std::uint32_t begin, std::uint32_t end);

/// A local and the first token where its name means something else again.
struct ScopedName {
  std::uint32_t token = 0, scopeEnd = 0;
  bool isLabel = false;
};

/// For each token the index of the local that it names, or -1. `names` is sorted by token.
[[nodiscard]] std::vector<std::int32_t> resolveNames(const NamedText& text, const std::vector<ScopedName>& names);

} // namespace beagle::change
