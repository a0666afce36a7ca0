// std::hash of texts and floating-point numbers: the order of unordered containers follows from it, so it is
// the same function as natively. (MurmurHash64A by Austin Appleby, and FNV-1a)

#include <bits/hash_bytes.h>

#include <cstring>

namespace std {

namespace {

constexpr size_t multiplier = 0xc6a4a7935bd1e995;

size_t mixed(size_t value) { return value ^ (value >> 47); }

} // namespace

size_t _Hash_bytes(const void* bytes, size_t length, size_t seed) {
  constexpr size_t word = sizeof(size_t);
  const auto* at = static_cast<const unsigned char*>(bytes);
  size_t hash = seed ^ (length * multiplier);
  for (; length >= word; length -= word, at += word) {
    size_t data = 0;
    memcpy(&data, at, word);
    hash = (hash ^ mixed(data * multiplier) * multiplier) * multiplier;
  }
  if (length != 0) {
    size_t data = 0;
    for (size_t i = length; i-- > 0;) data = data << 8 | at[i];
    hash = (hash ^ data) * multiplier;
  }
  return mixed(mixed(hash) * multiplier);
}

size_t _Fnv_hash_bytes(const void* bytes, size_t length, size_t seed) {
  const auto* at = static_cast<const unsigned char*>(bytes);
  for (; length != 0; --length) seed = (seed ^ *at++) * 1099511628211UL;
  return seed;
}

} // namespace std
