// entry: f
// paths: returned 1
// why: b is read before a is written, and never again

int f(int *a, const int *b) {
  int before = b[0];
  a[0] = before / 2;
  return before;
}
