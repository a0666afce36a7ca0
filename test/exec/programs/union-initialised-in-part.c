// entry: f
// paths: returned 2
// why: what an initialiser leaves out of a union is zero in every program: nothing there was never written

union number {
  unsigned char small;
  int whole;
};

static const union number numbers[] = {{3}, {.whole = 70000}, {200}};

int f(unsigned at) {
  if (at >= sizeof numbers / sizeof numbers[0]) return -1;
  return numbers[at].whole > 300 ? 1 : 0;
}
