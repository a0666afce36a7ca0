// entry: f
// paths: returned 6
// why: two functions call each other, as often as the input says

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int f(unsigned n) { return even(n % 6); }
