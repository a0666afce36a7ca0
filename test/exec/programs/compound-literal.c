// entry: f
// paths: returned 1
// why: an unnamed array lives as long as its block

static int sum(const int *p, int n) {
  int s = 0;
  while (n--) s ^= *p++;
  return s;
}
int f(int x) { return sum((int[]){x, 2, 3, x & 15}, 4); }
