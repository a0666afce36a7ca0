// entry: f
// paths: returned 1
// why: a negative number compared with an unsigned one is large

int f(int x) { return x < 1u ? 1 : 2; }
