// entry: f
// paths: returned 1
// why: one number has the bytes of "beef" the other way around

int f(unsigned x) { return __builtin_bswap32(x) == 0xbeef ? 1 : 0; }
