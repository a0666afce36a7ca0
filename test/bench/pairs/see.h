// One number for all that a call of a function was given and did; printed, too, when somebody wants to see it.
// C11 and C++17.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seen;
static int is_shown;

static inline void see_bits(uint64_t bits) { seen = (seen ^ bits) * 0x100000001b3U + (seen >> 47); }

static inline void see_integer(const char* name, long long value) {
  see_bits((uint64_t)value);
  if (is_shown) printf("  %s = %lld\n", name, value);
}

/// Bit by bit, but any NaN is as good as another.
static inline void see_real(const char* name, double value) {
  uint64_t bits = 0x7ff8000000000000;
  if (value == value) memcpy(&bits, &value, sizeof bits);
  see_bits(bits);
  if (is_shown) printf("  %s = %.17g\n", name, value);
}

static inline void see_text(const char* name, const char* text) {
  for (const char* at = text; *at; at++) see_bits((unsigned char)*at);
  see_bits(256);
  if (is_shown) printf("  %s = \"%s\"\n", name, text);
}

#ifdef __cplusplus
static inline void see(const char* name, double value) { see_real(name, value); }
static inline void see(const char* name, float value) { see_real(name, value); }
template <typename Integer> static inline void see(const char* name, Integer value) {
  see_integer(name, (long long)value);
}
#else
#define see(name, value) _Generic((value), float: see_real, double: see_real, default: see_integer)(name, value)
#endif

#define SEE(value) see(#value, value)
#define SEE_ALL(array, count)                                                                                          \
  for (long long at_ = 0, end_ = (long long)(count); at_ < end_; at_++) see(#array "[]", (array)[at_])
