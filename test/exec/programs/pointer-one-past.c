// entry: f
// paths: returned 1
// why: the place behind the last element may be named and compared, not used

int f(int x) {
  int a[3] = {x, 2, 3}, sum = 0;
  for (int *p = a; p != a + 3; ++p) sum ^= *p;
  return sum;
}
