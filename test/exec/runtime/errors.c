#define _GNU_SOURCE
#include <errno.h>
#include <string.h>

#include "common.h"

int __xpg_strerror_r(int number, char* text, size_t size);

int main(void) {
  for (int i = -3; i < 140; ++i) {
    char text[64] = "", other[16] = "";
    printf("%d: %s", i, strerror(i));
    printf(" | %s", strerror_r(i, text, sizeof text));
    const int result = __xpg_strerror_r(i, other, sizeof other);
    printf(" | %d %s\n", result, other);
  }
  errno = EBADF;
  printf("%m\n");
  return 0;
}
