// entry: f
// paths: returned 1, never ended 1
// why: a step of length zero comes back to where it was

unsigned f(int isStuck) {
  unsigned step = 1;
  if (isStuck) step = 0;
  unsigned at = 0, seen = 0;
  while (at < 3) {
    at += step;
    seen |= at;
  }
  return seen;
}
