// entry: f
// paths: returned 3
// fault: use of an uninitialised value at 10
// native: no: undefined
// why: without a value of its own the variable goes both ways

int f(int x) {
  int u;
  if (x > 0) u = 3;
  if (u == 3) return 1;
  return 0;
}
