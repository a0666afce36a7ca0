#pragma once

#include <string>
#include <string_view>

namespace beagle::report {

/// A whole page around `body`, with its styles and the filter of its findings. Nothing is loaded and no other
/// script runs. `secret` is what nobody can know who writes text that the page shows.
[[nodiscard]] std::string htmlPage(std::string_view title, std::string_view body, std::string_view secret);

} // namespace beagle::report
