#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace beagle::exec {

/// Functions of the C library whose results are the system's to say: its calls, its clocks, its users, its
/// network. Each call is one of a function without code (Harness::call): the same call gives the same in both
/// versions, and a native run is given what was found.
[[nodiscard]] std::span<const std::string_view> systemFunctions(); ///< ascending
[[nodiscard]] bool isOfSystem(std::string_view function);
/// Of these, which argument says how large a result can be that is not -1; nothing: none does.
[[nodiscard]] std::optional<std::size_t> countedBy(std::string_view function);
/// Of these, the ones that also write behind arguments that their declaration does not name.
[[nodiscard]] bool writesUnnamed(std::string_view function);

} // namespace beagle::exec
