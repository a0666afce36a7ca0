// entry: f
// paths: returned 1
// native: no: the sanitizer knows its own strlen
// why: a function of the project wins over the one of the library

#include <stddef.h>

size_t strlen(const char *text) { return text[0] == 'x' ? 77 : 78; }

int f(const char *s) { return (int)strlen("xyz"); }
