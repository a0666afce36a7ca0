// entry: f
// paths: returned 1, threw int 1, threw char const* 1
// place: threw int at 8
// why: what is thrown and not caught leaves the function, with its type

int f(int x) {
  if (x > 100) throw "too large";
  if (x < 0) throw x + 1;
  return x;
}
