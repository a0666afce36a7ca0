#pragma once

#include <string>
#include <string_view>

/// Printable text put into other languages, where it must not mean anything.
namespace beagle::report {

[[nodiscard]] std::string escaped(std::string_view text); ///< for HTML and XML, in attributes, too

/// For Markdown: inside of code no forge looks for links, names of people or numbers of issues.
[[nodiscard]] std::string inlineCode(std::string_view text);
[[nodiscard]] std::string codeBlock(std::string_view lines);

/// A path as a reference of RFC 3986, relative to the project.
[[nodiscard]] std::string relativeUri(std::string_view path);

} // namespace beagle::report
