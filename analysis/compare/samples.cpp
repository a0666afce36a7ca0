#include "analysis/compare/samples.h"

#include <algorithm>

namespace beagle::compare {

const logic::Assignment* Samples::showing(logic::Term condition) {
  const auto found = std::ranges::find_if(samples_, [&](Sample& sample) { return sample.evaluator.truth(condition); });
  return found == samples_.end() ? nullptr : &found->values;
}

} // namespace beagle::compare
