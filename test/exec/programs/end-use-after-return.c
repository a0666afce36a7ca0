// entry: f
// paths: memory error: use of a local after its scope 1
// place: memory error: use of a local after its scope at 12, allocated 7, freed 10
// why: the local is gone when its function has returned

static int *g(int x) {
  int local = x;
  int *volatile p = &local;
  return p;
}

int f(int x) { return *g(x); }
