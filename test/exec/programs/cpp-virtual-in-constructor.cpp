// entry: f
// paths: returned 1
// why: while a base is constructed or destroyed, the object is one of the base

static int trace;
struct Base {
  Base() { note(); }
  virtual ~Base() { note(); }
  void note() { trace = trace * 10 + kind(); }
  virtual int kind() const { return 1; }
};
struct Derived : Base {
  Derived() { note(); }
  ~Derived() override { note(); }
  int kind() const override { return 2; }
};
int f() {
  trace = 0;
  Base *p = new Derived;
  delete p;
  return trace;
}
