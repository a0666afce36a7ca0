// entry: f
// paths: returned 2
// approximates: the address of an object is looked at, and is one of many that it can have
// native: no: the compiler decides
// why: which of two labels lies behind the other nobody knows

int f(int x) {
  if (x == 99) goto *(x > 5 ? &&a : &&b);
  return &&b > &&a;
a:
  return 3;
b:
  return 2;
}
