// entry: f
// paths: memory error: out of bounds 2, returned 1
// place: memory error: out of bounds at 9, allocated 7
// why: five times, or more, is one element too many

int f(unsigned n) {
  char a[4];
  if (n > 5) n = 5;
  for (unsigned i = 0; i < 4 + n / 5; i++) a[i] = 1;
  return a[3];
}
