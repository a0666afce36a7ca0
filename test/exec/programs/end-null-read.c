// entry: f
// paths: memory error: null pointer 1, returned 1
// place: memory error: null pointer at 8
// why: the pointer is null for one input

int f(int x) {
  int v = 5, *p = x == 3 ? (int *)0 : &v;
  return *p;
}
