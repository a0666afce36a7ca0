#include "analysis/support/duration.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <utility>

namespace beagle::support {

namespace {

using Unit = std::pair<std::string_view, std::int64_t>; // and how many milliseconds it has

/// The largest first; the last one is only another name.
constexpr std::array<Unit, 5> units{Unit{"h", 3'600'000}, {"m", 60'000}, {"s", 1000}, {"ms", 1}, {"min", 60'000}};

} // namespace

std::optional<std::chrono::milliseconds> parseDuration(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc() || text.front() == '-' || number > 1'000'000) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  for (const auto& [name, milliseconds] : units)
    if (text == name) return std::chrono::milliseconds(number * milliseconds);
  return std::nullopt;
}

std::string printDuration(std::chrono::milliseconds duration) {
  for (const auto& [name, milliseconds] : units)
    if (duration.count() % milliseconds == 0 && (duration.count() != 0 || name == "s"))
      return fmt::format("{}{}", duration.count() / milliseconds, name);
  std::unreachable(); // a millisecond divides everything
}

} // namespace beagle::support
