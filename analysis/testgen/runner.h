#pragma once

#include "analysis/testgen/native_interface.h"

#include <set>
#include <string>

namespace beagle::testgen {

/// The part of a runner that knows the function that is called. It is a unit of its own, in which no name can be one of
/// the program's: in one object file, a name of ours would hide the program's.
[[nodiscard]] std::string callerSource(const NativeInterface& interface);

/// C definitions of symbols that a linker missed: variables are zeros, functions say their name and abort.
[[nodiscard]] std::string stubSource(const std::vector<std::string>& symbols, const NativeInterface& interface);
/// Definitions of functions that do what an input says of their calls.
[[nodiscard]] std::string outsideSource(const std::set<std::string>& symbols, const std::set<std::string>& instead);
/// What a stub says before the name of its function.
inline constexpr std::string_view stubMessage = "beagle: there is no function ";

} // namespace beagle::testgen
