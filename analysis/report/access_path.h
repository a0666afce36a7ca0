#pragma once

#include <string>
#include <string_view>

namespace beagle::report {

/// A sentence, or a path alone, in which paths go without what the C++ library keeps inside of its classes:
/// `shop.orders._M_t.std::__uniq_ptr_impl<...>._M_head_impl[0].size` is `shop.orders[0].size`. The last piece of a path
/// stays, so that two values of one object have two names.
[[nodiscard]] std::string withoutInternals(std::string_view text);

} // namespace beagle::report
