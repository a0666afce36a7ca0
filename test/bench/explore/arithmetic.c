// Bit tricks checked against the loops they replace, a square root and sums of digits.
// Inputs: parameters a, b (16 bits each).
// Paths: 863.
#include "bench.h"

static unsigned countByLoop(unsigned x) {
  unsigned n = 0;
  for (; x; x &= x - 1) n++;
  return n;
}

static unsigned countByMasks(unsigned x) {
  x = x - ((x >> 1) & 0x55555555u);
  x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
  x = (x + (x >> 4)) & 0x0f0f0f0fu;
  return (x * 0x01010101u) >> 24;
}

static unsigned squareRoot(unsigned x) {
  unsigned root = 0;
  for (unsigned bit = 1u << 3; bit; bit >>= 1) {
    unsigned next = root | bit;
    if (next * next <= x) root = next;
  }
  return root;
}

static unsigned sumOfDigits(unsigned x) {
  unsigned sum = 0;
  for (; x; x /= 10) sum += x % 10;
  return sum;
}

int bench_entry(unsigned short a, unsigned short b) {
  unsigned low = a & 0xffu;
  unsigned root = squareRoot(low);
  if (root * root > low || (root + 1) * (root + 1) <= low) return -1;
  if (countByLoop(b & 0x1fu) != countByMasks(b & 0x1fu)) return -2;
  unsigned sum = sumOfDigits(b & 0x7ffu);
  if (sum > 4 * 9) return -3;
  unsigned average = (a & b) + ((a ^ b) >> 1);
  if (average > a && average > b) return -4;
  if ((b & (b - 1u)) == 0) sum++;
  return (int)(root + sum);
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  unsigned short a, b;
  BENCH_INPUT(a);
  BENCH_INPUT(b);
  BENCH_RETURN(bench_entry(a, b));
}
#endif
