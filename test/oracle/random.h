#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

namespace beagle::oracle {

/// Equal seeds, equal numbers, on every platform (SplitMix64).
class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  /// In [0, count).
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(next() % count); }
  /// In [low, high].
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool percent(std::uint32_t chance) { return below(100) < chance; }
  template <class T> const T& of(std::span<const T> choices) {
    return choices[below(static_cast<std::uint32_t>(choices.size()))];
  }
  template <class T> const T& of(const std::initializer_list<T>& choices) {
    return choices.begin()[below(static_cast<std::uint32_t>(choices.size()))];
  }

private:
  std::uint64_t state_;
};

} // namespace beagle::oracle
