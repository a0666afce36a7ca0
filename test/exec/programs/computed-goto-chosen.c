// entry: f
// paths: returned 5
// why: the table of labels is read where the input says, one path for each place, and one outside

int f(int op) {
  static void *places[] = {&&up, &&down, &&stop};
  int n = 0;
  if (op < 0 || op > 2) return -1;
  goto *places[op];
up:
  ++n;
down:
  n += 10;
stop:
  return n;
}
