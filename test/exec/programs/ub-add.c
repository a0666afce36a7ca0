// entry: f
// paths: returned 1
// fault: signed overflow at 7
// native: no: undefined
// why: one input overflows

int f(int x) { return x + 1; }
