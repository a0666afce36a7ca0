#pragma once

#include <cstdint>
#include <vector>

namespace beagle::compare {

/// Numbers that look random and are the same in every run.
class Lot {
public:
  explicit Lot(std::uint64_t seed) : state_(seed) {}
  /// SplitMix64.
  [[nodiscard]] std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EB;
    return z ^ (z >> 31U);
  }
  [[nodiscard]] std::uint64_t below(std::uint64_t limit) { return limit == 0 ? 0 : next() % limit; }
  [[nodiscard]] bool oneIn(std::uint64_t many) { return below(many) == 0; }
  template <class T> [[nodiscard]] const T& of(const std::vector<T>& all) { return all[below(all.size())]; }

private:
  std::uint64_t state_;
};

} // namespace beagle::compare
