#define _GNU_SOURCE
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"

static void first(void) {
  puts("first");
}
static void second(void) {
  puts("second");
  atexit(first);
}
static void last(int status, void* argument) {
  printf("last %d %s\n", status, (char*)argument);
}

int main(void) {
  printf("%s\n", getenv("THERE_IS_NO_SUCH_VARIABLE") ? "set" : "not set");
  printf("%s %s %d\n", setlocale(LC_ALL, NULL), setlocale(LC_ALL, "C"), setlocale(LC_ALL, "xx_YY") == NULL);
  const struct lconv* conventions = localeconv();
  printf("[%s] [%s] [%s] %d\n", conventions->decimal_point, conventions->thousands_sep, conventions->grouping,
         conventions->frac_digits);
  printf("%zu\n", MB_CUR_MAX);
  on_exit(last, "argument");
  atexit(first);
  atexit(second);
  exit(300);
}
