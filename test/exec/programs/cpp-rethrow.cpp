// entry: f
// paths: returned 1, threw Error 1
// why: `throw;` goes on with the same object, changed as the handler left it

struct Error {
  int code;
};
static void change(int x) {
  try {
    throw Error{x};
  } catch (Error &e) {
    e.code += 5;
    throw;
  }
}
int f(int x) {
  try {
    change(1);
  } catch (Error &e) {
    if (x == e.code) throw;
    return e.code;
  }
  return 0;
}
