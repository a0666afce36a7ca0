// entry: f
// paths: aborted 1
// detail: terminate called without an active exception
// why: a pure virtual function that is called all the same ends the program

struct Base {
  Base() { call(); }
  void call() { pure(); }
  virtual void pure() = 0;
};
struct Derived : Base {
  void pure() override {}
};
int f() {
  Derived d;
  return 1;
}
