// entry: f
// paths: returned 1
// why: a shift of a negative number to the right keeps its sign

int f(short x) { return (x >> 3) + (int)((unsigned short)x >> 3); }
