// entry: f
// paths: returned 1
// why: a large struct that is passed is a copy

struct big { int a[10]; };
static int change(struct big b) {
  b.a[3] = 100;
  return b.a[3];
}
int f(int x) {
  struct big b = {{0}};
  b.a[3] = x;
  return change(b) + (b.a[3] & 15);
}
