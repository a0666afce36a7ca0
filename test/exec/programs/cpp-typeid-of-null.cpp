// entry: f
// paths: threw std::bad_typeid 1
// why: there is no type of nothing

#include <typeinfo>
struct Base {
  virtual ~Base() {}
};
int f() {
  Base *p = nullptr;
  return typeid(*p) == typeid(Base);
}
