#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace beagle::ir {

/// What a unit is compiled with, in the order of the words. The units of one program are mostly compiled alike: of
/// several definitions of a name, a unit means that of the unit that is compiled most like itself.
using CompileOptions = std::vector<std::string>;

/// How many words only one of them has.
[[nodiscard]] std::size_t unlikeness(const CompileOptions& a, const CompileOptions& b);

} // namespace beagle::ir
