// entry: f
// paths: returned 3
// why: a range of values leads to one case

int f(unsigned char c) {
  switch (c) {
  case '0' ... '9': return c - '0';
  case 'a' ... 'f': return c - 'a' + 10;
  default: return -1;
  }
}
