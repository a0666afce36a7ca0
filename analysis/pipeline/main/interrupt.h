#pragma once

#include <atomic>

namespace beagle::pipeline {

/// From now on, Ctrl-C and SIGTERM set the flag, which outlives the program's runs. A second one ends it at once.
void cancelOnSignals(std::atomic<bool>& flag);

} // namespace beagle::pipeline
