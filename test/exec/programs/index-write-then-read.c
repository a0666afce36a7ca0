// entry: f
// paths: returned 1
// why: what one symbolic index writes another may read

int f(unsigned i, unsigned j, int x) {
  int a[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  a[i & 7] = x;
  return a[j & 7];
}
