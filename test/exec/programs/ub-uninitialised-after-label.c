// entry: f
// paths: returned 1
// fault: use of an uninitialised value at 12
// native: no: undefined
// why: a declaration that is reached again leaves the variable without a value, also where a label stands before it

int f(int n) {
  int turn = 0;
again:;
  int last;
  if (turn == 0) last = n;
  if (turn == 1) return last == 1 ? 1 : 0;
  turn = 1;
  goto again;
}
