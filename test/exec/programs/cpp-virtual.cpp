// entry: f
// paths: returned 2
// why: the call goes to the class of the object

struct Base {
  virtual int value() const { return 1; }
};
struct Derived : Base {
  int value() const override { return 2; }
};
int f(int x) {
  Base base;
  Derived derived;
  const Base *object = x > 5 ? static_cast<const Base *>(&derived) : &base;
  return object->value();
}
