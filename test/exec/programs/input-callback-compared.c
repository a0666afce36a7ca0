// entry: f
// native: replay
// paths: returned 2
// shows: op = never
// why: a function that it is compared with is one that it may be

int never(int x) { return x; }

int f(int (*op)(int), int x) {
  if (op == never) return x;
  return -1;
}
