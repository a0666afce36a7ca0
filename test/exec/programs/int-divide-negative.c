// entry: f
// paths: returned 1
// why: quotients are cut towards zero, remainders have the sign of the dividend

int f(signed char x) { return x / 7 * 1000 + x % 7; }
