#include "analysis/compare/samples.h"

#include <algorithm>

namespace beagle::compare {

bool Samples::fulfil(logic::Term condition) {
  return std::ranges::any_of(samples_, [&](Sample& sample) { return sample.evaluator.truth(condition); });
}

} // namespace beagle::compare
