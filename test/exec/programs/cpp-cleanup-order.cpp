// entry: f
// paths: returned 2
// why: locals of all functions on the way are destroyed, the last first, before the handler runs

static int trace;
struct Mark {
  int digit;
  explicit Mark(int d) : digit(d) {}
  ~Mark() { trace = trace * 10 + digit; }
};
static void inner(int x) {
  Mark three(3);
  if (x == 5) throw x;
  Mark four(4);
}
static void outer(int x) {
  Mark two(2);
  inner(x);
}
int f(int x) {
  trace = 0;
  Mark one(1);
  try {
    Mark five(5);
    outer(x);
  } catch (int) {
    trace = trace * 10 + 9;
  }
  return trace;
}
