// entry: f
// paths: returned 3
// why: a float is less, greater, or neither, as a NaN is

int f(int bits) {
  union { int i; float f; } u = {bits};
  if (u.f < 1.5f) return 1;
  if (u.f >= 1.5f) return 2;
  return 3;
}
