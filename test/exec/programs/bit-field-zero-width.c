// entry: f
// paths: returned 1
// why: a field of no width starts the next unit

struct s { char a : 4; int : 0; char b : 4; };
int f(int x) {
  struct s s = {1, 2};
  s.b = x & 7;
  return (int)sizeof s * 100 + s.a + s.b;
}
