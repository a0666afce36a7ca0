#pragma once

#include <string>
#include <vector>

namespace beagle::change {

/// Does what clang does with these arguments, where they lead to one compile step, or to the linker and nothing else;
/// tells on standard error what is wrong. Clang itself takes ten times as long to start. Gives the exit code.
[[nodiscard]] int compilePlainly(const std::vector<std::string>& arguments);

} // namespace beagle::change
