// stdlib.h: random numbers that are none. The same seed gives the numbers that glibc gives; without srand,
// the seed is 1.

#include "analysis/exec/runtime/runtime.h"

enum { Words = 31, Distance = 3 };

/// An additive feedback generator: each word is the sum of those 31 and 3 before it.
static u32 words[Words];
static int isSeeded;
static int position; ///< of the oldest word

void srandom(u32 seed) {
  // The first words follow each other by 16807 modulo 2^31 - 1.
  long word = seed == 0 ? 1 : (int)seed;
  for (int i = 0; i < Words; ++i) {
    words[i] = (u32)word;
    long next = 16807 * (word % 127773) - 2836 * (word / 127773);
    if (next < 0) next += 2147483647;
    word = next;
  }
  isSeeded = 1;
  position = Distance;
  for (int i = 0; i < 10 * Words; ++i) {
    words[position] += words[(position + Words - Distance) % Words];
    position = (position + 1) % Words;
  }
}

long random(void) {
  if (!isSeeded) srandom(1);
  const u32 word = words[position] += words[(position + Words - Distance) % Words];
  position = (position + 1) % Words;
  return word >> 1;
}

void srand(u32 seed) {
  srandom(seed);
}
int rand(void) {
  return (int)random();
}

int rand_r(u32* seed) {
  u32 next = *seed;
  next = next * 1103515245 + 12345;
  u32 result = next / 65536 % 2048;
  next = next * 1103515245 + 12345;
  result = result << 10 ^ next / 65536 % 1024;
  next = next * 1103515245 + 12345;
  result = result << 10 ^ next / 65536 % 1024;
  *seed = next;
  return (int)result;
}

/// 48 bits, linear congruential.
static u64 state48;

static u64 next48(void) {
  state48 = (state48 * 0x5deece66dUL + 0xb) & 0xffffffffffffUL;
  return state48;
}

void srand48(long seed) {
  state48 = (u64)(u32)seed << 16 | 0x330e;
}
long lrand48(void) {
  return (long)(next48() >> 17);
}
long mrand48(void) {
  return (int)(u32)(next48() >> 16);
}
double drand48(void) {
  return (double)next48() / 281474976710656.0;
}
