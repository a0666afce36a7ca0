// entry: f
// options: --extra-flag -std=gnu2x
// native: no: the native run is of an older C
// paths: returned 1
// why: an unsigned number of 19 bits wraps there

unsigned f(unsigned x) {
  unsigned _BitInt(19) a = (unsigned _BitInt(19))x;
  a = a + (unsigned _BitInt(19))400000;
  return (unsigned)a;
}
