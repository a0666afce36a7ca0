// entry: f
// paths: returned 2
// fault: use of an uninitialised value at 19
// native: no: undefined
// why: a declaration that is reached again leaves the variable without a value, also where a label stands before it

int f(int n) {
  int found = 0;
  for (int i = 0; i < 3; i++) {
    if (n == 7) goto next;
    n = 7;
  next:;
    int last;
    int seen[2];
    if (i == 0) {
      last = 1;
      seen[n & 1] = 1;
    }
    found += last == 1 && seen[1];
  }
  return found;
}
