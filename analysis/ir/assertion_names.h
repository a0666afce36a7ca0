#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace beagle::ir {

/// Whether a C or C++ library's function of this name reports a failed assertion and does not come back: its arguments
/// are texts and a line, which are no behaviour. A function of the project's own may have such a name, too.
[[nodiscard]] constexpr bool reportsAssertion(std::string_view name) {
  constexpr std::array<std::string_view, 7> names{"__assert_fail",
                                                  "__assert_perror_fail",
                                                  "__assert",
                                                  "__assert_rtn",
                                                  "__assert_func",
                                                  "_assert",
                                                  "_ZSt21__glibcxx_assert_failPKciS0_S0_"};
  return std::ranges::find(names, name) != names.end();
}

} // namespace beagle::ir
