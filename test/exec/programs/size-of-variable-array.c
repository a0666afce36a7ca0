// entry: f
// paths: returned 1, memory error: out of bounds 1
// why: the array has as many elements as asked for; the fifth may be missing

int f(unsigned n) {
  int a[n % 8 + 1];
  a[0] = 3;
  a[n % 8] = 4;
  a[4] = 5;
  return a[0];
}
