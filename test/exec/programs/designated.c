// entry: f
// paths: returned 1
// why: what no initialiser names is zero

struct s { int a, b, c; };
int f(int x) {
  struct s s = {.c = x, .a = 2};
  int t[5] = {[3] = x, [1] = 4};
  return s.a + s.b + (s.c & 7) + t[0] + t[1] * (t[3] & 7);
}
