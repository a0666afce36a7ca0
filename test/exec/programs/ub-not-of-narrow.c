// entry: f
// paths: returned 1
// why: narrow numbers are added as int, and what is cut off is defined

short f(short x, short y) { return x + y; }
