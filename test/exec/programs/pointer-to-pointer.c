// entry: f
// paths: returned 2
// why: a pointer is changed through another

int f(int x) {
  int a = 1, b = 2, *p = &a, **q = &p;
  if (x > 5) *q = &b;
  return *p;
}
