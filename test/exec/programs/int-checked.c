// entry: f
// paths: returned 2
// why: the builtin says whether the sum fits into the type of its result

int f(int x, unsigned y) {
  short r;
  if (__builtin_add_overflow(x, y, &r)) return 100000;
  return r;
}
