// entry: f
// paths: returned 1
// fault: use of an uninitialised value at 12
// native: no: undefined
// why: the same of an array, which stays in memory

int f(unsigned n) {
  int turn = 0;
again:;
  int seen[2];
  if (turn == 0) seen[n & 1] = 1;
  if (turn == 1) return seen[n & 1] == 1 ? 1 : 0;
  turn = 1;
  goto again;
}
