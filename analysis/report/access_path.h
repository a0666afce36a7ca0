#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::report {

/// A sentence, or a path alone, in which paths go without what the C++ library keeps inside of its classes:
/// `shop.orders._M_t.std::__uniq_ptr_impl<...>._M_head_impl[0].size` is `shop.orders[0].size`. The last piece of a path
/// stays, so that two values of one object have two names. Globals are called what the source calls them: `::_ZL4once`
/// is `::once`.
[[nodiscard]] std::string withoutInternals(std::string_view text);

/// Sentences that differ in nothing but the numbers of elements become one: `list[0].text has at most 8 characters` and
/// the same of `list[1].text` are said of `list[*].text`. In the order of their first.
[[nodiscard]] std::vector<std::string> togetherOverElements(std::span<const std::string> texts);

} // namespace beagle::report
