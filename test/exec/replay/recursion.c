// Calls of itself, by way of another.
// entry: even
int odd(unsigned n);
int even(unsigned n) {
  if (n > 6) return -1;
  return n == 0 ? 1 : odd(n - 1);
}
int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
