// entry: f
// paths: division by zero 2, returned 1
// why: zero, and the smallest number by -1, have no quotient

long f(long x, long y) { return x / y; }
