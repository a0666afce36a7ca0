// entry: f
// paths: returned 2
// why: whatever decides how often it goes round is looked at

unsigned f(int isLong) {
  unsigned count = 0;
  for (unsigned at = isLong ? 1500000 : 5; at != 0; at -= 1) count += at & 1;
  return count;
}
