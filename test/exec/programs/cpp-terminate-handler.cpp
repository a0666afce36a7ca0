// entry: f
// paths: exited 1
// why: the program's own handler is called when nothing catches

#include <cstdlib>
#include <exception>

static void leave() { std::_Exit(7); }
static void fail() noexcept { throw 1; }
int f() {
  std::set_terminate(leave);
  fail();
  return 0;
}
