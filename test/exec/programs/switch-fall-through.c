// entry: f
// paths: returned 4
// why: a case without break goes on with the next

int f(int x) {
  int r = 0;
  switch (x) {
  case 1: r += 1;
  case 2: r += 10; break;
  case -7: r = 5; break;
  default: r = 100;
  }
  return r;
}
