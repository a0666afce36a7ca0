#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::support {

[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
[[nodiscard]] std::vector<std::string_view> lines(std::string_view text); ///< without "\n" and "\r\n"
[[nodiscard]] std::string_view trim(std::string_view text);
[[nodiscard]] std::string join(std::span<const std::string> parts, std::string_view separator);

/// The candidate with the smallest edit distance, if it is near enough to be a likely slip of the fingers.
[[nodiscard]] std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

/// Shell-like globs over '/'-separated paths: '*' and '?' stay within a component, '**' crosses components.
/// A pattern without '/' matches any component's name, and a folder's match covers what is below it.
[[nodiscard]] bool matchesGlob(std::string_view path, std::string_view pattern);
/// What other tools understand in a pattern and `matchesGlob` does not: a leading '!', brackets, braces, backslashes.
[[nodiscard]] std::optional<char> unknownGlobMark(std::string_view pattern);

/// Splits a command line as a POSIX shell would without expansions: quotes and backslashes are honoured.
[[nodiscard]] std::vector<std::string> splitCommandLine(std::string_view text);

/// Text of analysed programs made harmless: what steers a terminal or a text's direction, does not show or is no UTF-8
/// becomes "\xNN" or "\u{N}", and what is longer than `limit` bytes is cut with a mark that says so.
[[nodiscard]] std::string printable(std::string_view text, std::size_t limit = 400);

/// Bytes as UTF-8 text and back: what is no UTF-8 (paths may hold anything) becomes characters of a private
/// plane, one for each byte, so that nothing is lost in JSON.
[[nodiscard]] std::string bytesToText(std::string_view bytes);
/// Where the first of these is; npos: all is UTF-8.
[[nodiscard]] std::size_t firstNonUtf8(std::string_view bytes);
[[nodiscard]] std::string textToBytes(std::string_view text);

/// A name of C++ without the namespaces that have none, as a source writes it.
[[nodiscard]] std::string withoutUnnamed(std::string name);

/// "1 unit", "2 units".
[[nodiscard]] std::string counted(std::size_t number, std::string_view noun);

} // namespace beagle::support
