// entry: f
// native: replay
// paths: returned 3
// options: --max-buffer 2
// assumes: total does not lead into what values leads to
// why: none, one or two elements are added up in another object

int f(const int *values, unsigned count, int *total) {
  *total = 0;
  for (unsigned i = 0; i < count; i++) *total += values[i] & 1;
  return *total == 3;
}
