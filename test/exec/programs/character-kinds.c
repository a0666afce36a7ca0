// entry: f
// paths: returned 1
// why: each byte has its kinds

#include <ctype.h>

int f(unsigned char c) {
  return (isdigit(c) != 0) + 2 * (isupper(c) != 0) + 4 * (isspace(c) != 0) + 8 * (ispunct(c) != 0) + 16 * (isxdigit(c) != 0);
}
