// entry: f
// paths: returned 4
// why: the inner loop is left at 0 to 2, or runs to its end

int f(unsigned x) {
  int r = 0;
  for (int i = 0; i < 2; i++)
    for (unsigned j = 0; j < 3; j++) {
      if (j == x) break;
      r++;
    }
  return r;
}
