// entry: f
// paths: returned 1
// why: a conversion to bool asks for zero, not for the lowest bit

int f(long x) {
  _Bool b = x;
  _Bool c = x & 256;
  return b + 2 * c;
}
