// Insertion sort of six numbers, and a check that they are in order afterwards.
// Inputs: parameters a, b, c, d, e, f.
// Paths: 720.
#include "bench.h"

static void sort(int* values, int count) {
  for (int i = 1; i < count; i++) {
    int value = values[i], at = i;
    for (; at > 0 && values[at - 1] > value; at--) values[at] = values[at - 1];
    values[at] = value;
  }
}

int bench_entry(int a, int b, int c, int d, int e, int f) {
  int values[6] = {a, b, c, d, e, f};
  sort(values, 6);
  for (int i = 1; i < 6; i++)
    if (values[i - 1] > values[i]) return -1;
  return values[0];
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  int a, b, c, d, e, f;
  BENCH_INPUT(a);
  BENCH_INPUT(b);
  BENCH_INPUT(c);
  BENCH_INPUT(d);
  BENCH_INPUT(e);
  BENCH_INPUT(f);
  BENCH_RETURN(bench_entry(a, b, c, d, e, f));
}
#endif
