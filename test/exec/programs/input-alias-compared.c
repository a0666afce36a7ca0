// entry: f
// paths: returned 2
// shows: b = a
// why: when they are the same, so is what stands there, although nothing is written

int f(const int *a, const int *b) {
  if (a == b) return a[0] == b[0];
  return 2;
}
