// CRC-32 by table over a frame: a length, as many bytes, and the two lowest bytes of the sum.
// Inputs: global frame.
// Paths: 43.
#include "bench.h"

unsigned char frame[9];

static void fillTable(unsigned* table) {
  for (unsigned i = 0; i < 256; i++) {
    unsigned value = i;
    for (int bit = 0; bit < 8; bit++) {
      unsigned odd = value & 1;
      value >>= 1;
      if (odd) value ^= 0xedb88320u;
    }
    table[i] = value;
  }
}

static unsigned sumOf(const unsigned* table, const unsigned char* bytes, unsigned size) {
  unsigned sum = ~0u;
  for (unsigned i = 0; i < size; i++) sum = (sum >> 8) ^ table[(sum ^ bytes[i]) & 0xff];
  return ~sum;
}

int bench_entry(void) {
  unsigned table[256];
  fillTable(table);
  unsigned size = 0;
  while (size < 6 && frame[0] != size) size++;
  if (frame[0] != size) return -1;
  unsigned sum = sumOf(table, frame + 1, size);
  if ((sum & 0xff) != frame[size + 1]) return -2;
  if ((sum >> 8 & 0xff) != frame[size + 2]) return -3;
  for (unsigned i = 0; i < size; i++)
    if (frame[i + 1] == sum >> 24) return (int)i;
  return 10;
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  BENCH_INPUT(frame);
  BENCH_RETURN(bench_entry());
}
#endif
