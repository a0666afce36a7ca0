// entry: f
// paths: returned 3
// why: a cast goes down to what the object is, across to its other base, and gives null where it cannot go

struct Base {
  virtual ~Base() {}
};
struct Other {
  virtual ~Other() {}
  int o = 5;
};
struct Derived : Base, Other {
  int d = 6;
};
struct Cousin : Base {};

int f(int x) {
  Derived derived;
  Cousin cousin;
  Base plain;
  Base *p = x == 1 ? static_cast<Base *>(&derived) : x == 2 ? &cousin : &plain;
  int result = 0;
  if (Derived *d = dynamic_cast<Derived *>(p)) result += d->d;
  if (Other *o = dynamic_cast<Other *>(p)) result += 10 * o->o;
  if (dynamic_cast<Cousin *>(p)) result += 100;
  if (dynamic_cast<void *>(static_cast<Other *>(&derived)) == &derived) result += 1000;
  return result;
}
