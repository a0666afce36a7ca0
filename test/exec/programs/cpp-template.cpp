// entry: f
// paths: returned 2
// why: each instance of a template is a function of its own

template <class T> static T larger(T a, T b) {
  if (a < b) return b;
  return a;
}
int f(unsigned char x) { return larger<signed char>(static_cast<signed char>(x), 5); }
