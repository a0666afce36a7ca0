// entry: f
// paths: returned 1
// fault: signed overflow at 7
// native: no: undefined
// why: the product of two long numbers overflows

long f(long x) { return x * x; }
