// entry: f
// paths: returned 1
// why: two floats in one register, a double and an int in two

struct p { float x, y; };
struct q { double d; int i; };
static struct p gp(int x) { return (struct p){(float)x, 2}; }
static struct q gq(int x) { return (struct q){0.5, x}; }
int f(short x) { return (int)(gp(x).x + gp(x).y) + gq(x).i + (int)(gq(x).d * 2); }
