// entry: f
// paths: returned 1
// why: the first call that comes by initialises it, and no other

static int made;
struct Counter {
  int value;
  explicit Counter(int v) : value(v) { ++made; }
  ~Counter() { --made; }
};
static int next(int x) {
  static Counter counter(x);
  return ++counter.value;
}
int f(short x) {
  made = 0;
  next(x);
  return next(100) == x + 2 && made == 1;
}
