// entry: f
// paths: returned 1
// why: a conversion cuts towards zero

int f(short x) { return (int)(x * 0.5) + (int)(x * -0.25); }
