// entry: f
// paths: returned 2
// why: what counts does not come back, however often it goes round

unsigned f(int isLong) {
  unsigned count = 0;
  for (unsigned at = isLong ? 2000000 : 5; at != 0; at -= 1) count += at & 1;
  return count;
}
