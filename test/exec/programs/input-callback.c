// entry: f
// native: replay
// paths: returned 3
// shows: op = twice
// shows: op = negated
// why: a function pointer is one of the two functions that fit and are handed around, or one that nobody has

int twice(int x) { return 2 * x; }
int negated(int x) { return -x; }
int never(int x) { return x; }
long other(long x) { return x; }

int (*const table[])(int) = {twice, negated};
long (*const others[])(long) = {other};

int f(int (*op)(int), int x) {
  return op(x) + 1;
}
