// entry: f
// paths: returned 1
// fault: signed overflow at 7
// native: no: undefined
// why: the smallest number has no opposite

int f(int x) { return -x; }
