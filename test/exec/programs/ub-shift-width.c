// entry: f
// paths: returned 1
// fault: shift by the width or more at 7
// native: no: undefined
// why: the amount is 32 or more for most inputs

unsigned f(unsigned x, unsigned n) { return x << n; }
