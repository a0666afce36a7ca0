// entry: f
// paths: returned 1
// why: numbers above the largest signed one convert as they are

int f(unsigned x) {
  const double d = x;
  return d >= 0 && d <= 4294967295.0;
}
