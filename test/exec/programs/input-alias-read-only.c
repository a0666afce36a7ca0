// entry: f
// paths: returned 1
// why: nothing is written: whether b is a makes no difference

int f(const int *a, const int *b) {
  return a[0] / 2 + b[0] / 4;
}
