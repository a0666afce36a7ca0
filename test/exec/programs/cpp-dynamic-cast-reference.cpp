// entry: f
// paths: returned 1, threw std::bad_cast 1
// detail: std::bad_cast
// why: a reference cannot be null, so the cast throws

#include <typeinfo>
struct Base {
  virtual ~Base() {}
};
struct Derived : Base {
  int d = 3;
};
int f(bool derived) {
  Base base;
  Derived d;
  Base &r = derived ? d : base;
  return dynamic_cast<Derived &>(r).d;
}
