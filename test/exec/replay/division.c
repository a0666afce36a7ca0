// Division by zero, of the smallest number by -1, and remainders.
// entry: ratio
long ratio(int a, int b, long c, unsigned d) {
  if (a > 100) return a / b;
  if (a > 50) return c % (long)b;
  if (a > 0) return d % (unsigned)b;
  return d / 7u;
}
