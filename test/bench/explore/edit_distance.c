// How many edits lead from one word to another: a table of minima over symbolic words.
// Inputs: globals from, to.
// Paths: 466.
#include "bench.h"

enum { Length = 4 };

unsigned char from[Length - 1];
unsigned char to[Length];

int bench_entry(void) {
  int row[Length + 1];
  for (int j = 0; j <= Length; j++) row[j] = j;
  for (int i = 1; i < Length; i++) {
    int corner = row[0];
    row[0] = i;
    for (int j = 1; j <= Length; j++) {
      int best = corner;
      if (from[i - 1] != to[j - 1]) best++;
      corner = row[j];
      if (row[j] + 1 < best) best = row[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      row[j] = best;
    }
  }
  return row[Length];
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  BENCH_INPUT(from);
  BENCH_INPUT(to);
  BENCH_RETURN(bench_entry());
}
#endif
