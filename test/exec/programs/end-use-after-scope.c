// entry: f
// paths: memory error: use of a local after its scope 1
// place: memory error: use of a local after its scope at 12, allocated 9, freed 11
// why: the block's local is gone behind the block

int f(int x) {
  int *p = 0;
  {
    int inner = x;
    p = &inner;
  }
  return *p;
}
