// entry: f
// paths: returned 8
// why: the bits of a number are counted, at least one round is made

int f(unsigned char x) {
  int n = 0;
  do n++;
  while (x >>= 1);
  return n;
}
