// Calls through tables and pointers.
// entry: apply
static int twice(int a) { return 2 * a; }
static int negated(int a) { return -a; }
static int (*const operations[3])(int) = {twice, negated, 0};
int (*last)(int);

int apply(unsigned which, int a) {
  if (which > 1) return 0;
  last = operations[which];
  return last(a);
}
