// What the programs of check.py are made of: they call the function of one version of a pair again and again
// and write one number for all that a call was given and did. Both versions' programs make the same calls.
//
// The program that includes this has a function `call`, which picks inputs, calls the function and sees what
// came of it. It is C11 and C++17.
#pragma once

#include "test/bench/pairs/see.h"

static uint64_t random_state;

static inline uint64_t pick_bits(void) {
  uint64_t bits = random_state += 0x9e3779b97f4a7c15U;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
  return bits ^ (bits >> 31);
}

/// From low to high; the ends come often.
static inline long long pick_integer(long long low, long long high) {
  uint64_t kind = pick_bits() % 16;
  if (kind < 2) return kind ? low : high;
  uint64_t width = (uint64_t)high - (uint64_t)low;
  return (long long)((uint64_t)low + (width == UINT64_MAX ? pick_bits() : pick_bits() % (width + 1)));
}

/// Any number of so many bytes: small ones, ends of ranges, powers of two, and random ones.
static inline long long pick_any_integer(size_t bytes) {
  unsigned bits = (unsigned)bytes * 8;
  switch (pick_bits() % 8) {
  case 0: return (long long)(pick_bits() % 2);
  case 1:
  case 2: return pick_integer(-10, 100);
  case 3: return pick_integer(-1000, 100000);
  case 4: return (long long)(((uint64_t)1 << (pick_bits() % bits)) - pick_bits() % 3 + 1);
  case 5: return (long long)((UINT64_MAX >> (64 - bits) >> (pick_bits() % 2)) + pick_bits() % 2);
  default: return (long long)(pick_bits() >> (pick_bits() % bits));
  }
}

/// From low to high; the ends and whole numbers come often.
static inline double pick_real(double low, double high) {
  switch (pick_bits() % 16) {
  case 0: return low;
  case 1: return high;
  case 2:
  case 3:
  case 4:
  case 5: {
    double near = low + (double)(pick_bits() % 1024) / 1024 * (high - low);
    double whole = near > -1e18 && near < 1e18 ? (double)(long long)near : near;
    return whole < low ? low : whole;
  }
  default: return low + (double)(pick_bits() >> 11) / 9007199254740992.0 * (high - low);
  }
}

static inline double real_of_bits(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/// Any double: special ones, small whole ones, ordinary ones, and random bits.
static inline double pick_any_real(void) {
  static const double special[] = {0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 1e-9, 1e300, -1e300, 4.9406564584124654e-324,
                                   0.1, 1e16, 3.0};
  switch (pick_bits() % 8) {
  case 0: return special[pick_bits() % (sizeof special / sizeof *special)];
  case 1:
    return real_of_bits((uint64_t)0x7ff0000000000000 | (pick_bits() % 3) << 63 |
                        (uint64_t)(pick_bits() % 3 == 0) << 51);
  case 2:
  case 3: return (double)pick_integer(-20, 20);
  case 4: return real_of_bits(pick_bits());
  case 5: return pick_real(-1e6, 1e6);
  default: return pick_real(-10, 10);
  }
}

/// A string of its own object, of at most so many of these characters.
static inline char* pick_string(const char* alphabet, size_t longest) {
  size_t length = pick_bits() % (longest + 1), letters = strlen(alphabet);
  char* text = (char*)malloc(length + 1);
  for (size_t i = 0; i < length; i++) text[i] = alphabet[pick_bits() % letters];
  text[length] = '\0';
  return text;
}

static inline void call_number(uint64_t number, void (*call)(void)) {
  random_state = number * 0xd1342543de82ef95U;
  seen = 0xcbf29ce484222325U;
  call();
}

/// PROGRAM COUNT makes the calls 0 to COUNT - 1; PROGRAM show NUMBER prints one.
static inline int driver_main(int count, char** words, void (*call)(void)) {
  is_shown = count > 2;
  uint64_t end = strtoull(words[count - 1], NULL, 10);
  if (is_shown) call_number(end, call);
  else
    for (uint64_t number = 0; number < end; number++) {
      call_number(number, call);
      fwrite(&seen, sizeof seen, 1, stdout);
    }
  return 0;
}
