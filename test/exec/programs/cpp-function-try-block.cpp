// entry: f
// paths: returned 1, threw long 1
// why: the handler of a constructor throws on, whatever it does

struct Base {
  explicit Base(int x) {
    if (x > 9) throw 3L;
  }
};
static int seen;
struct Derived : Base {
  explicit Derived(int x) try : Base(x) {
  } catch (long) {
    seen = 1;
  }
};
int f(int x) {
  seen = 0;
  Derived d(x);
  return seen;
}
