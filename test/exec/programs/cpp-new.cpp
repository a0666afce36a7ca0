// entry: f
// paths: memory error: use after free 1, returned 1
// place: memory error: use after free at 11, allocated 8, freed 9
// native: no: the entry's name is another one in C++
// why: what was deleted may not be read

extern "C" int f(int x) {
  int *p = new int(x);
  delete p;
  if (x != 4) return 1;
  return *p;
}
