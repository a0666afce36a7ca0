#pragma once

#include "analysis/exec/state.h"

namespace beagle::exec {

/// Every pointer of the state to the object `from` becomes one to `to`. Both keep their contents. The state is not
/// running, or its machine forgets what it knows of objects.
void replaceObject(State& state, ObjectId from, ObjectId to);

} // namespace beagle::exec
