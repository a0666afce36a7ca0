// entry: f
// paths: returned 1
// why: an overrider that returns a derived pointer is called through a thunk that adjusts it

struct A {
  long a = 1;
  virtual ~A() {}
};
struct B {
  long b = 2;
  virtual ~B() {}
  virtual B *self() { return this; }
};
struct C : A, B {
  long c = 3;
  C *self() override { return this; }
};
long f(int x) {
  C c;
  c.b = x;
  B *b = &c;
  return b->self()->b;
}
