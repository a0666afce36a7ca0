#include "analysis/support/sanitizer.h"

extern "C" void __asan_init() __attribute__((weak));

namespace beagle::support {

bool hasAddressSanitizer() { return __asan_init != nullptr; }

} // namespace beagle::support
