// entry: f
// paths: returned 1
// why: a size that no machine has gives null where that is asked for

#include <new>

int f() {
  unsigned long size = 1UL << 62;
  char *p = new (std::nothrow) char[size];
  return p == nullptr;
}
