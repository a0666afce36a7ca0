// entry: f
// paths: returned 1
// why: the sign bit of a float is the highest bit

union u { float f; unsigned bits; };
int f(int x) {
  union u u = {.f = (float)x};
  return u.bits >> 31 ? 1 : 2;
}
