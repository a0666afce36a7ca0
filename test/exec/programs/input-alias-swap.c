// entry: f
// paths: returned 2
// why: swapping without a third variable makes zero of what is swapped with itself

int f(int *a, int *b) {
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
  return *a;
}
