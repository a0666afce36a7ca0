// entry: f
// paths: returned 1, threw std::bad_alloc 1
// why: an array whose size does not fit into a number cannot be made

int f(bool much) {
  unsigned long count = much ? ~0UL / 2 : 3;
  long *p = new long[count];
  p[0] = 5;
  const long value = p[0];
  delete[] p;
  return static_cast<int>(value);
}
