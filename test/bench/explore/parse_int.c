// Reads a number of 16 bits: blanks, sign, decimal or 0x, every overflow noticed.
// Inputs: global input.
// Paths: 11321.
#include "bench.h"

unsigned char input[7];

enum { Empty = 100000, BadDigit, TooLarge, TooSmall, Trailing };

static int digitOf(unsigned char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

int bench_entry(void) {
  unsigned at = 0, size = sizeof input;
  while (at < size && (input[at] == ' ' || input[at] == '\t')) at++;
  int negative = 0;
  if (at < size && input[at] == '-') {
    negative = 1;
    at++;
  } else if (at < size && input[at] == '+') {
    at++;
  }
  int base = 10;
  if (at + 1 < size && input[at] == '0' && input[at + 1] == 'x') {
    base = 16;
    at += 2;
  }
  if (at == size || input[at] == 0) return Empty;

  int value = 0;
  for (; at < size && input[at] != 0; at++) {
    int digit = digitOf(input[at]);
    if (digit >= base) {
      if (input[at] == ' ') break;
      return BadDigit;
    }
    if (negative) {
      if (value < (-32768 + digit) / base) return TooSmall;
      value = value * base - digit;
    } else {
      if (value > (32767 - digit) / base) return TooLarge;
      value = value * base + digit;
    }
  }
  for (; at < size && input[at] != 0; at++)
    if (input[at] != ' ') return Trailing;
  return value;
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  BENCH_INPUT(input);
  BENCH_RETURN(bench_entry());
}
#endif
