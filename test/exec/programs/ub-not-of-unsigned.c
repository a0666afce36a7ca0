// entry: f
// paths: returned 1
// why: unsigned numbers wrap, which is defined

unsigned f(unsigned x, unsigned y) { return x * y - x + y; }
