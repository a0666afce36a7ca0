// entry: f
// paths: returned 2
// fault: shift by the width or more at 7
// native: no: undefined
// why: a negative amount is as bad as one that is too large; the other side masks it

int f(int x, int n) { return n < 0 ? x >> n : x >> (n & 31); }
