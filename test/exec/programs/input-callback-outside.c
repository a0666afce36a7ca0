// entry: f
// native: replay
// paths: returned 4
// assumes: (*read) returns any value, reads and writes only where its arguments point, and ends
// why: nobody has a function of this type: it may return anything, and fill the buffer that it gets

int f(int (*read)(void *, char *, int), void *from) {
  char buffer[4] = {0};
  int count = read(from, buffer, sizeof buffer);
  if (count == 2 && buffer[0] == 'a' && buffer[1] == 'b') return 1;
  return 0;
}
