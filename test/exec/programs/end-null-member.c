// entry: f
// paths: memory error: null pointer 1
// why: an offset from null is as bad as null

struct s { int a, b; };
int f(int x) {
  struct s *p = 0;
  return p->b + x;
}
