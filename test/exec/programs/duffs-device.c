// entry: f
// paths: returned 7
// why: a switch jumps into the middle of a loop: one path for each count

int f(unsigned n) {
  int r = 0;
  n = n % 7 + 1;
  unsigned times = (n + 3) / 4;
  switch (n % 4) {
  case 0: do { r++;
  case 3: r++;
  case 2: r++;
  case 1: r++;
          } while (--times > 0);
  }
  return r;
}
