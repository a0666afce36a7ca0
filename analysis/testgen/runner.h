#pragma once

#include "analysis/testgen/native_interface.h"

#include <set>
#include <string>

namespace beagle::testgen {

/// A C program that runs many inputs (protocol.h) in one go, each in a process of its own, and reports what each of
/// them did. It is linked to the units of a version and to `callerSource`.
[[nodiscard]] std::string runnerSource();

/// The part that knows the function that is called. It is a unit of its own, in which no name can be one of the
/// program's: in one object file, a name of ours would hide the program's.
[[nodiscard]] std::string callerSource(const NativeInterface& interface);

/// The part that catches what is thrown, in C++: for programs that may throw.
[[nodiscard]] std::string guardSource();

/// C definitions of symbols that a linker missed: variables are zeros, functions say their name and abort.
[[nodiscard]] std::string stubSource(const std::vector<std::string>& symbols, const NativeInterface& interface);
/// Definitions of functions that do what an input says of their calls.
[[nodiscard]] std::string outsideSource(const std::set<std::string>& symbols, const std::set<std::string>& instead);
/// What a stub says before the name of its function.
inline constexpr std::string_view stubMessage = "beagle: there is no function ";

} // namespace beagle::testgen
