// entry: f
// paths: returned 2
// why: a virtual base is there once, is made first, and overriders are found through thunks

static int trace;
struct Top {
  int t;
  explicit Top(int x) : t(x) { trace = trace * 10 + 1; }
  virtual int get() const { return t; }
  virtual ~Top() { trace = trace * 10 + 5; }
};
struct Left : virtual Top {
  Left() : Top(100) { trace = trace * 10 + 2; }
  int get() const override { return t + 1; }
};
struct Right : virtual Top {
  long pad = 7;
  Right() : Top(200) { trace = trace * 10 + 3; }
};
struct Bottom : Left, Right {
  explicit Bottom(int x) : Top(x) { trace = trace * 10 + 4; }
  int get() const override { return t + 2; }
};
int f(short x) {
  trace = 0;
  int value = 0;
  {
    Bottom bottom(x);
    const Right &right = bottom;
    const Top &top = bottom;
    value = right.get() - top.get();
    if (top.get() == 12) value += 1;
  }
  return trace * 10 + value;
}
