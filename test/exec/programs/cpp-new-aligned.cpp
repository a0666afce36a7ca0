// entry: f
// paths: returned 1
// why: an object that asks for more alignment than usual gets it

#include <cstdint>
struct alignas(64) Wide {
  char bytes[64];
};
int f(int x) {
  Wide *p = new Wide;
  p->bytes[0] = static_cast<char>(x);
  const bool isAligned = (reinterpret_cast<std::uintptr_t>(p) & 63) == 0;
  delete p;
  return isAligned;
}
