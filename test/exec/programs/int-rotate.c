// entry: f
// paths: returned 1
// why: a rotation loses no bit

unsigned f(unsigned x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }
