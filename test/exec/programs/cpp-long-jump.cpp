// entry: f
// paths: returned 2
// why: a jump goes past handlers of exceptions
#include <csetjmp>

static std::jmp_buf place;
static void leave(int x) {
  if (x == 5) std::longjmp(place, 3);
}
extern "C" int f(int x) {
  if (const int code = setjmp(place)) return code;
  try {
    leave(x);
  } catch (int) {
    return -1;
  }
  return 0;
}
