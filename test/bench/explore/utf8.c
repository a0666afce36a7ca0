// Is it UTF-8, without overlong forms and surrogates? What is decoded is encoded again and compared.
// Inputs: global input.
// Paths: 20533.
#include "bench.h"

enum { Length = 12 };

unsigned char input[Length];

static unsigned decode(const unsigned char* at, unsigned left, unsigned* size) {
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned point;
  if (at[0] < 0x80) {
    *size = 1;
    return at[0];
  }
  if ((at[0] & 0xe0) == 0xc0) {
    *size = 2;
    point = at[0] & 0x1fu;
  } else if ((at[0] & 0xf0) == 0xe0) {
    *size = 3;
    point = at[0] & 0x0fu;
  } else if ((at[0] & 0xf8) == 0xf0) {
    *size = 4;
    point = at[0] & 0x07u;
  } else {
    return ~0u;
  }
  if (*size > left) return ~0u;
  for (unsigned i = 1; i < *size; i++) {
    if ((at[i] & 0xc0) != 0x80) return ~0u;
    point = point << 6 | (at[i] & 0x3fu);
  }
  // No `||`, which one of the two may make a value of and the other a branch.
  if (point < least[*size]) return ~0u;
  if (point < 0xd800) return point;
  if (point <= 0xdfff) return ~0u;
  if (point > 0x10ffff) return ~0u;
  return point;
}

static unsigned encode(unsigned point, unsigned char* to) {
  if (point < 0x80) {
    to[0] = (unsigned char)point;
    return 1;
  }
  unsigned size = 2;
  if (point >= 0x800) size++;
  if (point >= 0x10000) size++;
  for (unsigned i = size - 1; i; i--) {
    to[i] = (unsigned char)(0x80 | (point & 0x3f));
    point >>= 6;
  }
  to[0] = (unsigned char)((0xf00u >> size & 0xf0u) | point);
  return size;
}

int bench_entry(void) {
  int points = 0;
  for (unsigned at = 0; at < Length;) {
    unsigned size;
    unsigned point = decode(input + at, Length - at, &size);
    if (point == ~0u) return -1;
    unsigned char again[4];
    if (encode(point, again) != size) return -2;
    for (unsigned i = 0; i < size; i++)
      if (again[i] != input[at + i]) return -3;
    at += size;
    points++;
  }
  return points;
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  BENCH_INPUT(input);
  BENCH_RETURN(bench_entry());
}
#endif
