// entry: f
// paths: returned 1
// why: everything but zero is true

struct s { _Bool a : 1; unsigned b : 1; };
int f(int x) {
  struct s s;
  s.a = x;
  s.b = x;
  return s.a * 2 + s.b;
}
