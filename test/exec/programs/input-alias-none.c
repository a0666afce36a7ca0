// entry: f
// options: --max-aliases 0
// paths: returned 1
// why: the option says that all pointers lead to different objects

int f(int *a, int *b) {
  a[0] = 1;
  return b[0];
}
