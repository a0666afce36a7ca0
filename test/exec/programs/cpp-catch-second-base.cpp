// entry: f
// paths: returned 1
// why: a handler for the second base sees that part of the object

struct A {
  long a = 1;
};
struct B {
  long b = 2;
};
struct C : A, virtual B {
  long c = 3;
};
long f(int x) {
  try {
    C c;
    c.b = x;
    throw c;
  } catch (const B &b) {
    return b.b;
  }
}
