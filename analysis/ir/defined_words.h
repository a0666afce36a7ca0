#pragma once

#include <set>
#include <string>
#include <string_view>

namespace beagle::ir {

/// The names of functions and variables that a source seems to define, without compiling or preprocessing it. It may
/// name some that it does not; what macros define, it misses. "Class::" is among them where members of the class are.
[[nodiscard]] std::set<std::string, std::less<>> definedWords(std::string_view source);

} // namespace beagle::ir
