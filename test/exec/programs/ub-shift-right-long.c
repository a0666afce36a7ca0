// entry: f
// paths: returned 1
// why: an amount below 64 is fine for a long

long f(long x, int n) { return x >> (n & 63); }
