// entry: f
// paths: returned 1
// why: the bytes of a number, lowest first

union u { unsigned whole; unsigned char bytes[4]; };
unsigned f(unsigned x) {
  union u u = {x};
  u.bytes[1] ^= u.bytes[3];
  return u.whole;
}
