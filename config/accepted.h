#pragma once

#include "analysis/support/error.h"

#include <string>
#include <string_view>
#include <vector>

/// Differences that somebody looked at and wants: a list in the project's root, which is reviewed like code.
namespace beagle::config {

inline constexpr std::string_view acceptedFileName = ".beagle-accepted.yml";

struct Accepted {
  std::string finding;        ///< its fingerprint
  std::string seen;           ///< what it looked like: another difference may have the same fingerprint
  std::string function, what; ///< for whoever reads the list
  std::string reason;
  std::string until; ///< "2027-01-31", the last day; "": for ever
  support::SourcePosition origin;
};

/// All problems are of the kind Usage. `file` is for messages. What a date is, see `isDate`.
[[nodiscard]] support::Result<std::vector<Accepted>> readAccepted(std::string_view content,
                                                                  const std::string& file);

/// The list with one more at its end; `content` is the file so far.
[[nodiscard]] std::string withAccepted(std::string content, const Accepted& accepted);

/// Comments in the source that accept a finding in the same file:
///
///     // beagle-accept 482e21b34f38 5a6b7c8d9e0f1a2b until 2999-12-31: the new rates
///
/// with the first characters of its fingerprint, what it looked like, and the reason. The day may be left out.
struct AcceptingComments {
  std::vector<Accepted> accepted;
  std::vector<std::string> problems; ///< of those that accept nothing, with their places
};
[[nodiscard]] AcceptingComments acceptingComments(std::string_view source, const std::string& file);
[[nodiscard]] std::string acceptingComment(const Accepted& accepted);

/// "2027-01-31", a day that there is. Such texts are in the order of the days.
[[nodiscard]] bool isDate(std::string_view text);

} // namespace beagle::config
