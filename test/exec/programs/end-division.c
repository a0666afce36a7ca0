// entry: f
// paths: division by zero 1, returned 1
// place: division by zero at 6
// why: an unsigned remainder by zero

unsigned f(unsigned x, unsigned y) { return x % y; }
