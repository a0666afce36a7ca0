// entry: f
// paths: returned 1
// why: an extended double holds every 64-bit number

long f(long x) {
  long double l = x;
  l = l * 2 - x;
  return (long)l;
}
