// entry: f
// paths: memory error: null pointer 1, returned 1
// native: no: which signal it is depends on the machine
// why: a function pointer that is null for one input

static int one(void) { return 1; }
int f(int x) {
  int (*p)(void) = x == 4 ? 0 : one;
  return p();
}
