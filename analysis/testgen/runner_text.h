#pragma once

#include <string_view>

namespace beagle::testgen {

/// What both parts of a runner share.
extern const std::string_view runnerTypes;
/// The part that is the same for all entries; the types come before it.
extern const std::string_view runnerText;
/// In C++, without any header: what tells an exception from a return.
extern const std::string_view guardText;

} // namespace beagle::testgen
