#pragma once

#include <string_view>

namespace beagle::fuzz {

/// What runs two versions (runner/fuzzer.c): an object file, which is linked with libFuzzer.
[[nodiscard]] std::string_view fuzzerObject();

} // namespace beagle::fuzz
