// entry: f
// paths: returned 1
// why: packed fields cross bytes

struct __attribute__((packed)) s { unsigned a : 7; unsigned b : 19; unsigned c : 6; };
unsigned f(unsigned x) {
  struct s s = {1, x, 3};
  return s.a + s.b * 2 + s.c;
}
