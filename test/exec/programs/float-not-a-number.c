// entry: f
// paths: returned 2
// why: only what is not a number differs from itself

int f(long bits) {
  union { long i; double d; } u = {bits};
  if (u.d != u.d) return 1;
  return 0;
}
