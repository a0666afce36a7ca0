// entry: f
// paths: returned 2
// fault: use of an uninitialised value at 10
// native: no: undefined
// why: one of four elements was never written

int f(unsigned x) {
  int a[4];
  a[0] = a[1] = a[3] = 5;
  if (a[x & 3] > 4) return 1;
  return 0;
}
