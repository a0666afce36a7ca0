// entry: f
// paths: returned 3
// why: each function that the table holds is a path

static int a(int x) { return x + 1u; }
static int b(int x) { return x * 2u; }
static int c(int x) { return ~x; }
static int (*const table[])(int) = {a, b, c};
int f(unsigned i, int x) { return table[i % 3](x); }
