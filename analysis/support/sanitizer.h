#pragma once

namespace beagle::support {

/// Whether Beagle is built with AddressSanitizer, which reserves terabytes of addresses.
[[nodiscard]] bool hasAddressSanitizer();

} // namespace beagle::support
