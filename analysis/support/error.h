#pragma once

#include <fmt/format.h>

#include <expected>
#include <string>
#include <utility>
#include <vector>

namespace beagle::support {

/// A place in a file that a message talks about; line and column count from 1, 0 means "not known".
struct SourcePosition {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;

  [[nodiscard]] std::string str() const; ///< "file:line:column", without the parts that are not known
  friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
};

/// Who has to act on an error; the command line turns it into an exit code.
enum class ErrorKind {
  Usage,     ///< options, configuration, revisions: the caller can correct them (exit 2)
  CannotRun, ///< the environment or the analysed project stops us (exit 3)
  Cancelled, ///< somebody asked us to stop (exit 3)
};

/// A recoverable failure: what was read and where, what was wrong, and what would be right (the hint).
/// `within` adds the larger task around it, so a message reads from the outside in.
class Error {
public:
  Error(ErrorKind kind, std::string message) : kind_(kind), message_(std::move(message)) {}

  Error&& at(SourcePosition position) && {
    position_ = std::move(position);
    return std::move(*this);
  }
  Error&& hint(std::string text) && {
    hint_ = std::move(text);
    return std::move(*this);
  }
  Error&& within(std::string context) && {
    context_.push_back(std::move(context));
    return std::move(*this);
  }

  [[nodiscard]] ErrorKind kind() const { return kind_; }
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] const SourcePosition& position() const { return position_; }
  [[nodiscard]] const std::string& hint() const { return hint_; }

  /// One line: "context: position: message; hint".
  [[nodiscard]] std::string str() const;

private:
  ErrorKind kind_;
  std::string message_;
  SourcePosition position_;
  std::string hint_;
  std::vector<std::string> context_; // innermost first
};

template <class T> using Result = std::expected<T, Error>;

template <class... Args>
[[nodiscard]] std::unexpected<Error> usageError(fmt::format_string<Args...> format, Args&&... args) {
  return std::unexpected(Error(ErrorKind::Usage, fmt::format(format, std::forward<Args>(args)...)));
}

template <class... Args>
[[nodiscard]] std::unexpected<Error> cannotRun(fmt::format_string<Args...> format, Args&&... args) {
  return std::unexpected(Error(ErrorKind::CannotRun, fmt::format(format, std::forward<Args>(args)...)));
}

/// Hands an error on with the task that failed because of it.
template <class T> [[nodiscard]] std::unexpected<Error> within(Result<T>& failed, std::string context) {
  return std::unexpected(std::move(failed.error()).within(std::move(context)));
}

} // namespace beagle::support
