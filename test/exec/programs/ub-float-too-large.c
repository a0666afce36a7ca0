// entry: f
// paths: returned 1
// fault: float out of the integer's range at 7
// native: no: undefined
// why: most numbers of an int do not fit into 8 bits

signed char f(int x) { return (signed char)(float)x; }
