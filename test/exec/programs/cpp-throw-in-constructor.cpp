// entry: f
// paths: returned 3
// why: of an object whose constructor throws, the parts that were made are destroyed, and its memory is given back

static int trace;
struct Part {
  int digit;
  Part(int d, bool fails) : digit(d) {
    if (fails) throw d;
  }
  ~Part() { trace = trace * 10 + digit; }
};
struct Whole {
  Part first, second, third;
  explicit Whole(int x) : first(1, false), second(2, x == 2), third(3, x == 3) {}
};
int f(int x) {
  trace = 0;
  try {
    Whole *whole = new Whole(x);
    delete whole;
  } catch (int thrown) {
    trace = trace * 10 + thrown;
  }
  return trace;
}
