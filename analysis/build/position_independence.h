#pragma once

#include "analysis/build/plan.h"

#include <functional>
#include <string_view>
#include <vector>

namespace beagle::build {

/// A library's units are often compiled twice, with and without -fPIC. Of commands that differ in nothing else the
/// first is enough, and stays, unless a file that they read may ask which one it is.
void joinPositionIndependent(std::vector<CompileCommand>& commands,
                             const std::function<bool(const CompileCommand&)>& mayAsk);

/// Whether a text has a macro that position independence sets.
[[nodiscard]] bool asksForPositionIndependence(std::string_view text);

} // namespace beagle::build
