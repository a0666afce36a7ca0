// entry: f
// paths: returned 1
// why: the product of two signed numbers fits or does not

int f(int x, int y) {
  int r;
  return __builtin_mul_overflow(x, y, &r) ? 1 : 0;
}
