// Tests that register themselves before main with code that is not here: what that gives is 0 natively, which is one
// of the values that it may be as long as nobody looks.
// entry: f
struct Suite;
struct Info;
Info *registered(const char *name, void (*test)(), const char *const *tags);
struct Registrar {
  Registrar(Suite *suite, void (*test)()) noexcept;
  int number;
};

static void test() {}
static const char *const tags[] = {"fast", "small"};
static Info *const info = registered("adds", test, tags);
static Registrar registrar(nullptr, test);

extern "C" int f(int value, int limit) {
  if (value > limit) return limit;
  return value < 0 ? -1 : value;
}
