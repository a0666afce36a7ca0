// entry: f
// paths: returned 5
// shows: c = a
// shows: c = b
// why: the ways in which three pointers lead to one, two or three objects

int f(int *a, int *b, int *c) {
  a[0] = 1;
  b[0] = 2;
  c[0] = 3;
  return a[0] * 100 + b[0] * 10 + c[0];
}
