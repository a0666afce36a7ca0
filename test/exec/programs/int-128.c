// entry: f
// paths: returned 1
// why: the high half of a product of two 64-bit numbers

unsigned long f(unsigned long x) { return (unsigned long)(((unsigned __int128)x * x) >> 64); }
