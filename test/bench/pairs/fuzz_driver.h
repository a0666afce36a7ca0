// The words of driver.h for a fuzzer: what it makes up decides what is picked, byte by byte, so that it sees in the
// code what becomes of each of them. What it has not made up is zero.
#pragma once

#include "test/bench/pairs/see.h"

static const uint8_t* picks;
static size_t picks_left;

static inline uint64_t pick_bytes(size_t count) {
  uint64_t bits = 0;
  size_t some = count < picks_left ? count : picks_left;
  memcpy(&bits, picks, some);
  picks += some;
  picks_left -= some;
  return bits;
}

static inline long long pick_integer(long long low, long long high) {
  uint64_t width = (uint64_t)high - (uint64_t)low;
  size_t bytes = width < 256 ? 1 : width < 65536 ? 2 : width <= UINT32_MAX ? 4 : 8;
  uint64_t bits = pick_bytes(bytes);
  return (long long)((uint64_t)low + (width == UINT64_MAX ? bits : bits % (width + 1)));
}

static inline long long pick_any_integer(size_t bytes) { return (long long)pick_bytes(bytes); }

static inline double pick_any_real(void) {
  uint64_t bits = pick_bytes(8);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline double pick_real(double low, double high) {
  return low + (double)(pick_bytes(8) >> 11) / 9007199254740992.0 * (high - low);
}

static inline char* pick_string(const char* alphabet, size_t longest) {
  size_t length = pick_bytes(1) % (longest + 1), letters = strlen(alphabet);
  char* text = (char*)malloc(length + 1);
  for (size_t i = 0; i < length; i++) text[i] = alphabet[pick_bytes(1) % letters];
  text[length] = '\0';
  return text;
}

static inline uint64_t call_with(const uint8_t* data, size_t size, void (*call)(void)) {
  picks = data;
  picks_left = size;
  seen = 0xcbf29ce484222325U;
  call();
  return seen;
}
