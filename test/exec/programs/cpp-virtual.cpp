// entry: f
// paths: returned 2
// native: no: the entry's name is another one in C++
// why: the call goes to the class of the object

struct Base {
  virtual int value() const { return 1; }
};
struct Derived : Base {
  int value() const override { return 2; }
};
extern "C" int f(int x) {
  Base base;
  Derived derived;
  const Base *object = x > 5 ? static_cast<const Base *>(&derived) : &base;
  return object->value();
}
