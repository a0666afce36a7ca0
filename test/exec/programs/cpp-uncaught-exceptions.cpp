// entry: f
// paths: returned 2
// why: a destructor can tell whether it runs because of an exception

#include <exception>

static int during;
struct Look {
  ~Look() { during = std::uncaught_exceptions(); }
};
int f(bool fails) {
  try {
    Look look;
    if (fails) throw 1;
  } catch (int) {
    return during * 10 + std::uncaught_exceptions();
  }
  return during;
}
