// entry: f
// paths: returned 1
// why: a division by zero is defined for floats

int f(signed char x) {
  const double d = (x | 1) / 0.0;
  return d > 1e308 ? 1 : 2;
}
