// entry: f
// paths: returned 1
// why: the highest bit of a signed bit field is its sign

struct s { int a : 3; int b : 13; };
int f(int x) {
  struct s s = {x & 7, x >> 3 & 8191};
  return s.a * 10000 + s.b;
}
