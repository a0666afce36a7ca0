// entry: f
// paths: returned 2
// why: a handler may throw, while the first exception is destroyed on the way out of it

static int alive;
struct Error {
  int code;
  explicit Error(int c) : code(c) { ++alive; }
  Error(const Error &other) : code(other.code) { ++alive; }
  ~Error() { --alive; }
};
int f(short x) {
  alive = 0;
  try {
    try {
      throw Error(x);
    } catch (const Error &e) {
      if (e.code > 3) throw Error(e.code - 3);
      return e.code;
    }
  } catch (const Error &e) {
    return alive * 100 + e.code;
  }
}
