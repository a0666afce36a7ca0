#include "analysis/ir/decoder.h"

namespace beagle::ir {

void tidy(Function&, std::span<const SlotIndex>) {}

} // namespace beagle::ir
