// entry: f
// paths: returned 1
// native: no: the entry's name is another one in C++
// why: a reference is the object that it names

static void swap(int &a, int &b) {
  const int t = a;
  a = b;
  b = t;
}
extern "C" int f(int x, int y) {
  swap(x, y);
  return x;
}
