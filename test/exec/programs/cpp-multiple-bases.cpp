// entry: f
// paths: returned 1
// why: the second base stands behind the first, and a call through it finds the whole object

struct A { long a = 1; virtual long get() { return a; } };
struct B { long b = 2; virtual long other() { return b; } };
struct C : A, B {
  long c;
  explicit C(long x) : c(x) {}
  long other() override { return c + a; }
};
long f(int x) {
  C c(x);
  B &b = c;
  return b.other();
}
