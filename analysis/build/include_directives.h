#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace beagle::build {

/// One `#include` as written.
struct IncludeDirective {
  std::string name;    ///< empty when it is a macro: it can be any file
  bool quoted = false; ///< "name" rather than <name>
  bool next = false;   ///< every place where it may be counts, not only the first: #include_next, __has_include

  friend bool operator==(const IncludeDirective&, const IncludeDirective&) = default;
};

/// The includes, imports, embeds and `__has_include`s of a text, whatever conditions they stand under; each
/// once.
[[nodiscard]] std::vector<IncludeDirective> includesOf(std::string_view text);

} // namespace beagle::build
