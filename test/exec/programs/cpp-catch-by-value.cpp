// entry: f
// paths: returned 1
// why: a handler by value has a copy, of the base only

struct Base {
  int code = 0;
  virtual int kind() const { return 1; }
};
struct Derived : Base {
  int kind() const override { return 2; }
};
int f(int x) {
  int result = 0;
  try {
    try {
      Derived d;
      d.code = x;
      throw d;
    } catch (Base b) {
      result = b.kind() * 10;
      b.code = 0;
      throw;
    }
  } catch (Base &b) {
    return result + b.kind() + (b.code == x);
  }
}
