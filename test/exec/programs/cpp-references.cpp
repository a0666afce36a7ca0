// entry: f
// paths: returned 1
// why: a reference is the object that it names

static void swap(int &a, int &b) {
  const int t = a;
  a = b;
  b = t;
}
int f(int x, int y) {
  swap(x, y);
  return x;
}
