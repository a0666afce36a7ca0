// entry: f
// paths: returned 1
// why: a difference counts elements, and may be negative

long f(unsigned i) {
  long a[8];
  long *p = a + (i & 7), *q = &a[5];
  return p - q;
}
