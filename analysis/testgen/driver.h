#pragma once

#include "analysis/testgen/concrete_input.h"
#include "analysis/testgen/native_interface.h"

#include <string>

namespace beagle::testgen {

/// A C program for people that makes one call with one input and reports what came of it, in the lines of
/// protocol.h, on descriptor 3 (on standard error when that is not open). It needs nothing but the C library and the
/// code that it calls. An error when the input names what the interface does not have.
[[nodiscard]] support::Result<std::string> driverSource(const NativeInterface& interface, const ConcreteInput& input,
                                                        const Target* jumpsTo = nullptr);

} // namespace beagle::testgen
