// entry: f
// options: --initial-globals
// paths: returned 2
// why: labels as values, in a table, chosen where the program is known

int f(int x) {
  static void *const places[] = {&&one, &&two};
  int i = 0;
  if (x > 9) i = 1;
  goto *places[i];
one:
  return 1;
two:
  return 2;
}
