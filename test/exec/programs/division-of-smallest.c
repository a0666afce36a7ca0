// entry: f
// paths: division by zero 1, returned 1
// why: the smallest number divided by -1 traps as a division by zero does

int f(int value) { return value / -1; }
