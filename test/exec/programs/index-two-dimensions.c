// entry: f
// paths: returned 1
// why: both indices are symbolic

int f(unsigned i, unsigned j) {
  int a[4][4];
  for (int k = 0; k < 16; k++) a[k / 4][k % 4] = k * k;
  return a[i & 3][j & 3];
}
