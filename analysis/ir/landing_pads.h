#pragma once

#include "analysis/ir/program.h"

namespace beagle::ir {

/// The landing pad that an exception comes to which goes on at the block; null: there is none.
[[nodiscard]] const LandingPad* landingPadAt(const Function& function, BlockIndex unwind);

} // namespace beagle::ir
