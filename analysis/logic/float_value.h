#pragma once

#include "analysis/logic/bit_vector.h"
#include "analysis/logic/fold.h"
#include "analysis/logic/sort.h"
#include "analysis/logic/term.h"

#include <cstdint>
#include <span>

namespace beagle::logic {

/// The bits that stand for every NaN of the format: positive, quiet, no payload.
[[nodiscard]] BitVector canonicalNaN(FloatFormat format);

/// The bits that a Float has after FpFromBits: NaNs become the canonical one. Of X87, what the hardware calls
/// invalid (leading bit clear, exponent not zero) is NaN, and a pseudo-denormal (leading bit set, exponent
/// zero) becomes the normal number that it equals.
[[nodiscard]] BitVector canonicalFloat(FloatFormat format, const BitVector& bits);

/// The value of a Float operator, exactly as IEEE-754 says and the hardware does: correctly rounded once,
/// from the exact result. Operands are canonical.
[[nodiscard]] BitVector foldFloat(const Operation& f, std::span<const BitVector> operands);

} // namespace beagle::logic
