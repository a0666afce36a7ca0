// entry: f
// native: replay
// paths: returned 1
// why: the pointer leads to a number; bytes would do as well, but read worse

int f(void *p) {
  return *(int *)p == 42;
}
