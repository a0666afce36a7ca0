// entry: f
// paths: trapped 1, returned 1
// place: trapped at 7
// why: the builtin ends the program

int f(int x) {
  if (x == 77) __builtin_trap();
  return x;
}
