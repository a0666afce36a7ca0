// entry: f
// paths: returned 1
// fault: argument for which the builtin has no result at 7
// native: no: undefined
// why: the builtin has no answer for zero

int f(unsigned x) { return __builtin_clz(x); }
