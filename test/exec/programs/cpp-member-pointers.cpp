// entry: f
// paths: returned 4
// why: a pointer to a member is a place in any object, or a function that may be virtual

struct Base {
  int x = 1, y = 2;
  int plain(int n) { return n + x; }
  virtual int over(int n) { return n * 2; }
  virtual ~Base() {}
};
struct Second {
  int z = 3;
  int other(int n) { return n + z; }
};
struct Derived : Base, Second {
  int over(int n) override { return n * 3; }
};
int f(int x) {
  Derived d;
  int Base::*data = x == 1 ? &Base::x : &Base::y;
  int Base::*none = nullptr;
  int (Base::*function)(int) = x == 1 ? &Base::plain : &Base::over;
  int (Derived::*second)(int) = &Second::other;
  if (x == 4) second = &Derived::over;
  if (x == 5) second = nullptr;
  if (!second) return -1;
  return d.*data + (d.*function)(10) * 10 + (d.*second)(5) * 1000 + (none == nullptr);
}
