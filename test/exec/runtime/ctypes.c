#define _GNU_SOURCE
#include <ctype.h>

#include "common.h"

typedef int Function(int);

// With the macros of ctype.h, which read tables, and through pointers, which call functions.
#define BOTH(NAME) printf(" " #NAME " %d %d", NAME(c), ((Function* volatile)NAME)(c))

int main(void) {
  for (int c = -128; c < 256; ++c) {
    printf("%d:", c);
    BOTH(isalpha);
    BOTH(isupper);
    BOTH(islower);
    BOTH(isdigit);
    BOTH(isxdigit);
    BOTH(isspace);
    BOTH(isprint);
    BOTH(isgraph);
    BOTH(isblank);
    BOTH(iscntrl);
    BOTH(ispunct);
    BOTH(isalnum);
    BOTH(isascii);
    BOTH(toascii);
    BOTH(tolower);
    BOTH(toupper);
    printf("\n");
  }
  return 0;
}
