// entry: f
// paths: returned 1
// why: a lambda keeps what it captured

template <class F> static int twice(F g, int x) { return g(g(x)); }
int f(unsigned x) {
  const int offset = static_cast<int>(x & 15);
  return twice([offset](int v) { return v * 2 + offset; }, 3);
}
