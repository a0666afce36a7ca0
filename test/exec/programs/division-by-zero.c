// entry: f
// paths: division by zero 1, returned 1
// why: zero is one path, all other divisors another

int f(unsigned value, unsigned by) { return (int)(value / by); }
