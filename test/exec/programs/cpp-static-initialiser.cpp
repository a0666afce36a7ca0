// entry: f
// paths: unsupported 1
// detail: a call of __cxa_guard_acquire
// native: no: the entry's name is another one in C++
// why: a local static that the first call initialises needs the C++ runtime, which is named

static int next(int x) { return x & 7; }
static int once(int x) {
  static const int value = next(x);
  return value;
}
extern "C" int f(int x) { return once(x); }
