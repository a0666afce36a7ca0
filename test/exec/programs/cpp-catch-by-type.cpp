// entry: f
// paths: returned 3, threw Other 1
// why: the first handler whose type fits is taken: the class itself, a base, or nothing here

struct Base {
  int code;
};
struct Derived : Base {};
struct Other {};

static void fail(int x) {
  if (x == 1) throw Base{10};
  if (x == 2) throw Derived{{20}};
  if (x == 3) throw Other{};
}
int f(int x) {
  try {
    fail(x);
  } catch (const Derived &d) {
    return d.code + 1;
  } catch (const Base &b) {
    return b.code + 2;
  }
  return 0;
}
