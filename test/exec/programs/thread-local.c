// entry: f
// options: --initial-globals
// paths: returned 1
// why: one thread has one copy, that starts with the initialiser

static _Thread_local int counter = 5;
static void bump(int x) { counter += x; }
int f(short x) {
  bump(x);
  return counter;
}
