// Traps and code that cannot be reached.
// entry: fall
int fall(int a) {
  if (a == 1) __builtin_trap();
  if (a == 2) __builtin_unreachable();
  return a;
}
