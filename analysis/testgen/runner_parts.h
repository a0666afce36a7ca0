#pragma once

#include <string_view>

namespace beagle::testgen {

/// Runs many inputs (protocol.h) in one go, each in a process of its own, and reports what each of them did: an object
/// file, which is linked to the units of a version and to what `callerModule` makes.
[[nodiscard]] std::string_view runnerObject();
/// Catches what is thrown: an object file, for programs in C++.
[[nodiscard]] std::string_view guardObject();

} // namespace beagle::testgen
