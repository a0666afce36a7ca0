// entry: f
// paths: returned 2
// why: narrow operands become int before they are inverted and compared; only `||` forks

int f(unsigned char c) {
  return (~c < 0) + 2 * ((unsigned char)~c == 255 - c) + 4 * (c - 200 < 0 || c >= 200);
}
