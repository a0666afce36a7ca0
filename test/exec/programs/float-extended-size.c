// entry: f
// paths: returned 1
// why: an extended double has 64 bits, one more than makes 2^63 + 1 exact

int f(int x) {
  volatile long double l = 9223372036854775808.0L;
  l += 1;
  return l != 9223372036854775808.0L ? (x & 1) + 1 : 0;
}
