// entry: f
// paths: returned 2
// why: the right side is evaluated only when the left one does not decide; the last one decides nothing but the value

int f(int x, int y) {
  int count = 0;
  const int r = x > 0 && ++count && y > 0;
  return r * 10 + count;
}
