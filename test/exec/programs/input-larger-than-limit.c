// entry: f
// paths: returned 3
// options: --max-buffer 3
// assumes: values has count elements
// approximates: values has at most 3 elements, and zeros behind them
// why: a buffer of more than three elements is used where it is known, and zeros stand behind that; no number of
//   elements is so large that their bytes come round to few

int f(const int *values, unsigned long count) {
  if (count < 10) return 0;
  if (values[2] == 7) return 1;
  return values[3];
}
