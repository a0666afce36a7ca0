// entry: f
// paths: returned 2
// why: two labels of one name, each in its block, are two places

int f(unsigned char x) {
  void *places[2];
  {
    __label__ here;
    places[0] = &&here;
    if (0) {
    here:
      return 1;
    }
  }
  {
    __label__ here;
    places[1] = &&here;
    if (0) {
    here:
      return 2;
    }
  }
  goto *places[x & 1];
}
