// Bubble sort of five records by key, which stops after a round without a swap; equal keys keep their order.
// Inputs: global keys.
// Paths: 541.
#include "bench.h"

enum { Count = 5 };

short keys[Count];

typedef struct {
  short key;
  unsigned char place;
} Record;

int bench_entry(void) {
  Record records[Count];
  for (int i = 0; i < Count; i++) {
    records[i].key = keys[i];
    records[i].place = (unsigned char)i;
  }
  int rounds = 0, swapped = 1;
  while (swapped) {
    swapped = 0;
    rounds++;
    for (int i = 0; i + rounds < Count; i++) {
      if (records[i].key <= records[i + 1].key) continue;
      Record other = records[i];
      records[i] = records[i + 1];
      records[i + 1] = other;
      swapped = 1;
    }
  }
  for (int i = 1; i < Count; i++) {
    if (records[i - 1].key > records[i].key) return -1;
    if (records[i - 1].key == records[i].key && records[i - 1].place > records[i].place) return -2;
  }
  return rounds;
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  BENCH_INPUT(keys);
  BENCH_RETURN(bench_entry());
}
#endif
