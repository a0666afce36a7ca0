// entry: f
// paths: returned 1, threw int 1
// why: when the initialisation throws, the next call tries again

static int tries;
static int make(int x) {
  if (++tries == 1) throw 1;
  return x;
}
static int get(int x) {
  static const int value = make(x);
  return value;
}
int f(short x) {
  tries = 0;
  if (x == 3) return get(x);
  try {
    return get(x);
  } catch (int) {
  }
  return get(x + 1) - x;
}
