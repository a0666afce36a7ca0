// entry: f
// paths: returned 1
// why: places in one array are ordered as their indices

int f(unsigned i, unsigned j) {
  int a[8];
  int *p = &a[i & 7], *q = &a[j & 7];
  return (p < q) + 2 * (p == q) + 4 * (p >= q);
}
