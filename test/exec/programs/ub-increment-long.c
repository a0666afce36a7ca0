// entry: f
// paths: returned 2
// fault: signed overflow at 9
// native: no: undefined
// why: only the largest number overflows, and only that takes the branch

int f(long x) {
  if (x == 9223372036854775807) {
    x++;
    return x < 0;
  }
  return 2;
}
