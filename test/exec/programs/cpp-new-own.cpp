// entry: f
// paths: returned 1
// native: no: AddressSanitizer has an operator new[] of its own that calls no other
// why: a program's own operator new is used by the forms that are built on it

#include <cstdlib>
#include <new>

static int calls;
void *operator new(std::size_t size) {
  ++calls;
  return std::malloc(size);
}
void operator delete(void *p) noexcept { std::free(p); }
void operator delete(void *p, std::size_t) noexcept { std::free(p); }
int f() {
  calls = 0;
  delete new int;
  delete[] new int[3];
  return calls;
}
