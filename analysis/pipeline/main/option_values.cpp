#include "analysis/pipeline/main/option_values.h"

#include "analysis/support/duration.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace beagle::pipeline {

using support::Result;

Result<std::chrono::milliseconds> readDuration(std::string_view option, const std::string& text) {
  // On a command line a bare number means seconds.
  const bool isBare = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  const auto duration = support::parseDuration(isBare ? text + "s" : text);
  if (!duration || duration->count() == 0)
    return support::usageError("{}: `{}` is no duration; write 90s, 5m or 1h", option, text);
  return *duration;
}

void mayBeRepeated(CLI::Option* option) {
  option->expected(1)->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Result<std::uint64_t> readSize(std::string_view option, const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const unsigned shift = unit.empty() ? 0 : unit == "K" ? 10 : unit == "M" ? 20 : unit == "G" ? 30 : 99;
  if (code != std::errc() || shift == 99 || number > (1ULL << 20))
    return support::usageError("{}: `{}` is no size; write 500M or 5G", option, text);
  return number << shift;
}

Result<std::uint64_t> readCount(std::string_view option, const std::string& text, std::uint64_t most) {
  std::uint64_t number = 0;
  const char* last = text.data() + text.size();
  const auto [end, code] = std::from_chars(text.data(), last, number);
  if (code != std::errc() || end != last || number == 0 || number > most)
    return support::usageError("{}: `{}` is no number from 1 to {}", option, text, most);
  return number;
}

Result<void> checkGlob(std::string_view option, const std::string& pattern) {
  if (pattern.empty())
    return support::usageError("{}: an empty pattern; write one such as vendor/** or *.gen.c", option);
  if (const auto mark = support::unknownGlobMark(pattern))
    return support::usageError("{}: `{}` has a `{}`, which patterns do not know; use *, ? and **, as in vendor/** or "
                               "*.gen.c, and the option once for each",
                               option, pattern, *mark);
  return {};
}

Result<void> oneOf(std::string_view option, const std::string& value, std::vector<std::string> values) {
  if (std::ranges::find(values, value) != values.end()) return {};
  const auto near = support::nearest(value, values);
  return support::usageError("{}: `{}` is unknown; {}", option, value,
                             near ? fmt::format("did you mean `{}`?", *near)
                                  : fmt::format("use {}", fmt::join(values, ", ")));
}

} // namespace beagle::pipeline
