// 80 bits, passed on the stack and returned on the float stack.
// entry: half
long double half(long double a, int sign) {
  if (sign < 0) return -a;
  return a > 0 ? a : 0;
}
