// entry: f
// paths: memory error: write to constant memory 1
// native: no: the sanitizer does not look; the program gets a signal
// why: a const global may not be written

static const int limit = 5;
int f(int x) {
  *(int *)&limit = x;
  return limit;
}
