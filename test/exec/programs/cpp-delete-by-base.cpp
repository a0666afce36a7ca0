// entry: f
// paths: memory error: freed otherwise than allocated 1
// why: without a virtual destructor, a delete by the base gives back too little

struct Base {
  int b = 1;
};
struct Derived : Base {
  long d = 2;
};
int f() {
  Base *p = new Derived;
  delete p;
  return 1;
}
