#pragma once

#include "analysis/testgen/outcome.h"

namespace beagle::testgen {

/// Takes what AddressSanitizer and UndefinedBehaviorSanitizer wrote out of the run's standard error, and with it how
/// the run ended, where, and which values were undefined on the way.
void takeReports(NativeOutcome& outcome);

} // namespace beagle::testgen
