// entry: f
// options: --initial-globals
// paths: returned 1
// why: a static local keeps its value between calls

static int next(void) {
  static int n = 10;
  return n++;
}
int f(int x) {
  const int a = next(), b = next();
  return a * 100 + b + (x & 1);
}
