// entry: f
// paths: returned 1
// why: what does not fit into the field is cut off, and neighbours stay

struct s { unsigned a : 5, b : 6, c : 21; };
unsigned f(unsigned x) {
  struct s s = {1, 2, 3};
  s.b = x;
  return s.a + s.b * 100 + s.c * 10000;
}
