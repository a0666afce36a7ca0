// entry: f
// paths: returned 2
// why: typeid of an object with virtual functions is that of the whole object

#include <cstring>
#include <typeinfo>
struct Base {
  virtual ~Base() {}
};
struct Derived : Base {};
int f(bool derived) {
  Base base;
  Derived d;
  const Base &r = derived ? d : base;
  const bool same = typeid(r) == typeid(Derived);
  return same * 10 + (std::strcmp(typeid(r).name(), "4Base") == 0) + (typeid(int) != typeid(long));
}
