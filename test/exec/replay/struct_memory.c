// Structs that are passed as copies on the stack, small ones too when the registers are used up.
// entry: pick
struct wide {
  long a[3];
  char tag;
};
struct two {
  long a, b;
};
struct precise {
  int low;
  long double value;
};
long pick(long a, long b, long c, long d, struct wide w, long e, struct two t, long f, struct two u, struct precise p) {
  w.a[1]++;
  if (w.tag == 'q') return w.a[1];
  if (t.a == a + b) return t.b;
  if (u.b == f) return u.a - c - d;
  return p.low + e;
}
