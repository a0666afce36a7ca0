// entry: f
// paths: returned 1
// why: two objects never have the same address

int f(int x) {
  int a = x, b = x;
  return &a == &b;
}
