#include "analysis/support/error.h"

#include <ranges>

namespace beagle::support {

std::string SourcePosition::str() const {
  if (line == 0) return file;
  if (column == 0) return fmt::format("{}:{}", file, line);
  return fmt::format("{}:{}:{}", file, line, column);
}

std::string Error::str() const {
  std::string text;
  for (const std::string& task : std::views::reverse(context_)) text += task + ": ";
  if (!position_.file.empty()) text += position_.str() + ": ";
  text += message_;
  if (!hint_.empty()) text += "; " + hint_;
  return text;
}

} // namespace beagle::support
