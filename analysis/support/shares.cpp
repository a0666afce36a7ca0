#include "analysis/support/shares.h"

#include <algorithm>
#include <numeric>

namespace beagle::support {

std::vector<double> sharesOfTime(const std::vector<double>& weights, std::size_t workers) {
  std::vector<double> free(std::max<std::size_t>(workers, 1), 1.0); // of each worker's time, if all is used up
  double weight = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<double> shares;
  for (const double own : weights) {
    double& first = *std::ranges::max_element(free);
    const double all = std::accumulate(free.begin(), free.end(), 0.0);
    const double share = weight > 0 ? std::min(first, all * own / weight) : first;
    shares.push_back(first > 0 ? share / first : 0);
    first -= share;
    weight -= own;
  }
  return shares;
}

} // namespace beagle::support
