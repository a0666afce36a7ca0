// entry: f
// paths: returned 1
// why: a class may have an operator new of its own

#include <cstddef>
static char pool[64];
static int freed;
struct Pooled {
  int value;
  static void *operator new(std::size_t) { return pool; }
  static void operator delete(void *) { ++freed; }
};
int f(short x) {
  freed = 0;
  Pooled *p = new Pooled{x};
  const int value = p->value;
  delete p;
  return value + freed;
}
