// entry: f
// paths: returned 3
// why: the width is the same; where the blanks end is not

#include <stdio.h>

int f(unsigned char n) { return printf("[%5u|%-3s|%c]\n", n, "a", 'z'); }
