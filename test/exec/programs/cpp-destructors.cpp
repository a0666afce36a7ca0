// entry: f
// paths: returned 1
// why: destructors run in the opposite order

static int trace;
struct Mark {
  int digit;
  explicit Mark(int d) : digit(d) {}
  ~Mark() { trace = trace * 10 + digit; }
};
int f(int x) {
  trace = 0;
  {
    Mark a(1), b(2);
    Mark c(x & 3);
  }
  return trace;
}
