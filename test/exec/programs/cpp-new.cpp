// entry: f
// paths: memory error: use after free 1, returned 1
// place: memory error: use after free at 10, allocated 7, freed 8
// why: what was deleted may not be read

int f(int x) {
  int *p = new int(x);
  delete p;
  if (x != 4) return 1;
  return *p;
}
