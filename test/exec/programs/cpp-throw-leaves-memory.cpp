// entry: f
// paths: returned 1, threw int 1
// why: what was written before the exception stays written, and locals are destroyed on the way out

static int destroyed;
struct Local {
  ~Local() { ++destroyed; }
};
int f(int *out, int x) {
  destroyed = 5;
  Local local;
  *out = x;
  if (x == 7) throw 1;
  return 2;
}
