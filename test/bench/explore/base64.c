// Base64: four characters with padding become up to three bytes; bits that padding drops have to be zero.
// Inputs: global input.
// Paths: 1915.
#include "bench.h"

enum { Length = 4 };

unsigned char input[Length];

static int valueOf(unsigned char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return -1;
}

int bench_entry(void) {
  unsigned char output[Length / 4 * 3];
  unsigned size = 0, padding = 0, bits = 0;
  for (unsigned i = 0; i < Length; i++) {
    int value = 0;
    if (input[i] == '=') {
      if (i % 4 < 2 || i + 4 < Length) return -1;
      padding++;
    } else {
      if (padding) return -2;
      value = valueOf(input[i]);
      if (value < 0) return -3;
    }
    bits = bits << 6 | (unsigned)value;
    if (i % 4 == 3) {
      output[size++] = (unsigned char)(bits >> 16);
      output[size++] = (unsigned char)(bits >> 8);
      output[size++] = (unsigned char)bits;
      bits = 0;
    }
  }
  for (; padding; padding--)
    if (output[--size]) return -4;
  unsigned sum = 0;
  for (unsigned i = 0; i < size; i++) {
    if (output[i] >= 0x80) return -5;
    sum = sum * 31 + output[i];
  }
  return (int)sum;
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  BENCH_INPUT(input);
  BENCH_RETURN(bench_entry());
}
#endif
