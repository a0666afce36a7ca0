// entry: f
// paths: returned 4
// fault: use of an uninitialised value at 13
// native: no: undefined
// why: of a large table only some elements were written; what is read behind them is nobody's

int f(unsigned n, unsigned at) {
  int table[1000];
  if (n > 2) n = 2;
  for (unsigned i = 0; i < n; i++) table[i] = 3;
  if (n == 0) table[500] = 4;
  at %= 1000;
  return table[at] == 4 ? 1 : 2; // no choice of a path
}
