// entry: f
// paths: returned 1
// why: two names of one function

int real(int x) { return x ^ 5; }
int other(int) __attribute__((alias("real")));
int f(int x) { return other(x); }
