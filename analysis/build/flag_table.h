#pragma once

#include <string_view>

namespace beagle::build {

/// What becomes of one option of a compiler call.
enum class FlagAction {
  Keep,        ///< means the same to Clang 19
  KeepValue,   ///< the same, and its value is the next argument
  Ignore,      ///< says nothing about what the code does: warnings, debug info, optimisation, linking
  IgnoreValue, ///< the same, and its value is the next argument
  Drop,        ///< changes what the code does, but Clang 19 does not know it
  NoCode,      ///< the call compiles nothing: it preprocesses, lists dependencies or checks syntax
};

/// `option` begins with '-'. GCC plugins mean nothing to Clang, so it matters whose call this is.
[[nodiscard]] FlagAction actionFor(std::string_view option, bool clang);

} // namespace beagle::build
