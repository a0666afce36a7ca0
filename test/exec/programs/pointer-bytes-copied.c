// entry: f
// paths: returned 1
// why: a pointer whose bytes are copied one by one is the pointer

int f(int x) {
  int *p = &x, *q;
  for (unsigned i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i];
  return *q;
}
