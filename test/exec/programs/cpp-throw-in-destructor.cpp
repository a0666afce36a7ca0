// entry: f
// paths: returned 1, aborted 1
// detail: terminate called after throwing an instance of 'char'
// why: a destructor that throws while another exception is on its way ends the program

struct Loud {
  ~Loud() noexcept(false) { throw 'x'; }
};
int f(bool both) {
  try {
    Loud loud;
    if (both) throw 1;
  } catch (char c) {
    return c;
  } catch (int) {
    return 0;
  }
  return 1;
}
