// How many buckets unordered containers have: as many as natively, since their order follows from it.

#include "analysis/exec/runtime/cxx/hash_primes.h"

#include <unordered_map>

namespace std::__detail {

namespace {

/// x / y rounded down, as the container's load factor takes it.
size_t floorOf(double value) { return static_cast<size_t>(value); }

} // namespace

size_t _Prime_rehash_policy::_M_next_bkt(size_t wanted) const {
  if (wanted == 0) return 1; // the bucket that is part of the container
  const unsigned long* prime = beagle::hashPrimes;
  while (*prime < wanted && *prime != beagle::lastHashPrime) ++prime;
  const bool isLast = *prime == beagle::lastHashPrime;
  _M_next_resize = isLast ? ~size_t{0} : floorOf(*prime * static_cast<double>(_M_max_load_factor));
  return *prime;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t added) const {
  constexpr size_t atFirst = 11;
  if (elements + added <= _M_next_resize) return {false, 0};
  const size_t held = max(elements + added, _M_next_resize == 0 ? atFirst : size_t{0});
  const double needed = static_cast<double>(held) / static_cast<double>(_M_max_load_factor);
  if (needed >= static_cast<double>(buckets))
    return {true, _M_next_bkt(max(floorOf(needed) + 1, buckets * _S_growth_factor))};
  _M_next_resize = floorOf(static_cast<double>(buckets) * static_cast<double>(_M_max_load_factor));
  return {false, 0};
}

} // namespace std::__detail
