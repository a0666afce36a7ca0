// entry: f
// paths: returned 6
// why: two pointers to a base lead to one object only where it is of one class, and are asked once

struct A {
  int x;
  virtual ~A() {}
  virtual int rate() { return 1; }
};
struct C : A {
  int z;
  int rate() override { return z & 3; }
};

int f(A *one, A *two) {
  if (one == two) return one->rate();
  one->x = 5;
  return two->x == 5 ? 1 : 0;
}

A *made(bool isC) { return isC ? new C() : new A(); }
