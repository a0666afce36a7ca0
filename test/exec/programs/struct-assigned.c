// entry: f
// paths: returned 1
// why: an assignment copies arrays inside of structs

struct s { char c[5]; int i; };
int f(int x) {
  struct s a = {"abcd", x}, b;
  b = a;
  a.c[1] = 'z';
  a.i = 0;
  return b.c[1] + (b.i & 7);
}
