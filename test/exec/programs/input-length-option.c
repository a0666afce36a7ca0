// entry: f
// native: replay
// options: --length a=k --max-buffer 3
// paths: memory error: out of bounds 2, returned 2
// assumes: a has k elements
// why: the option says which number counts the elements, whatever it is called; there is none when it is zero or less

int f(const int *a, int mode, int k) {
  if (mode != 1) return 0;
  return a[k < 0 ? 0 : k / 2];
}
