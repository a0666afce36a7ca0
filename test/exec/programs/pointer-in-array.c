// entry: f
// paths: returned 2
// why: which pointer is used depends on the input: each object is a path

int f(unsigned i) {
  int a = 10, b = 20;
  int *table[2] = {&a, &b};
  return *table[i & 1];
}
