// entry: f
// paths: returned 1
// fault: signed overflow at 7
// native: no: undefined
// why: the difference of a negative and a large number overflows

int f(int x, int y) { return x - y; }
