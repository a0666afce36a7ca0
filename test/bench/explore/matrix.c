// Floating-point work without input: Gauss's elimination on matrices that a recurrence fills.
// Inputs: none.
// Paths: 1.
#include "bench.h"

enum { Size = 12, Rounds = 600 };

static double determinant(double m[Size][Size]) {
  double product = 1;
  for (int k = 0; k < Size; k++) {
    int pivot = k;
    for (int i = k + 1; i < Size; i++) {
      double a = m[i][k] < 0 ? -m[i][k] : m[i][k];
      double b = m[pivot][k] < 0 ? -m[pivot][k] : m[pivot][k];
      if (a > b) pivot = i;
    }
    if (m[pivot][k] == 0) return 0;
    if (pivot != k) {
      for (int j = 0; j < Size; j++) {
        double other = m[k][j];
        m[k][j] = m[pivot][j];
        m[pivot][j] = other;
      }
      product = -product;
    }
    product *= m[k][k];
    for (int i = k + 1; i < Size; i++) {
      double factor = m[i][k] / m[k][k];
      for (int j = k; j < Size; j++) m[i][j] -= factor * m[k][j];
    }
  }
  return product;
}

int bench_entry(void) {
  double m[Size][Size], x = 0.3, sum = 0;
  for (int round = 0; round < Rounds; round++) {
    for (int i = 0; i < Size; i++)
      for (int j = 0; j < Size; j++) {
        x = 3.9 * x * (1 - x);
        m[i][j] = x;
      }
    sum += determinant(m);
  }
  return (int)(sum * 1000);
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  BENCH_RETURN(bench_entry());
}
#endif
