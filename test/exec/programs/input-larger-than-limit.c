// entry: f
// paths: returned 2, bound reached 1
// cut: values has at most 3 elements
// options: --max-buffer 3
// assumes: values has count elements
// why: a buffer of more than three elements is used where it is known, and not behind that; no number of elements is so
//   large that their bytes come round to few

int f(const int *values, unsigned long count) {
  if (count < 10) return 0;
  if (values[2] == 7) return 1;
  return values[3];
}
