// entry: f
// paths: returned 1
// why: a handler is called until there is memory, or until it throws

#include <new>
static int asked;
static void give() {
  if (++asked == 3) throw 5;
}
int f() {
  asked = 0;
  std::set_new_handler(give);
  try {
    char *p = static_cast<char *>(::operator new(1UL << 62));
    return p[0];
  } catch (int code) {
    return asked * 10 + code;
  }
}
