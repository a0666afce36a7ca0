// entry: f
// paths: returned 1, never ended 1
// why: a step of length zero comes back to where it was

unsigned f(unsigned step) {
  unsigned at = 0, seen = 0;
  if (step > 1) step = 1;
  while (at < 3) {
    at += step;
    seen |= at;
  }
  return seen;
}
