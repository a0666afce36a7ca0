// entry: f
// native: replay
// paths: returned 3
// shows: op = twice
// shows: op = negated
// why: a function pointer is one of the two functions that fit and are handed around, or one that nobody has

unsigned twice(unsigned x) { return 2 * x; }
unsigned negated(unsigned x) { return -x; }
unsigned never(unsigned x) { return x; }
long other(long x) { return x; }

unsigned (*const table[])(unsigned) = {twice, negated};
long (*const others[])(long) = {other};

unsigned f(unsigned (*op)(unsigned), unsigned x) {
  return op(x) + 1;
}
