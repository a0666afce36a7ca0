#define _GNU_SOURCE
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "common.h"

// Through pointers, so that the functions themselves are called.
static void* (*volatile copy)(void*, const void*, size_t) = memcpy;
static void* (*volatile move)(void*, const void*, size_t) = memmove;
static void* (*volatile set)(void*, int, size_t) = memset;
static void (*volatile zero)(void*, size_t) = bzero;
static int (*volatile compare)(const void*, const void*, size_t) = memcmp;

static void show(const char* name, const char* bytes, size_t count) {
  printf("%s", name);
  for (size_t i = 0; i < count; ++i) printf(" %02x", (unsigned char)bytes[i]);
  printf("\n");
}

int main(void) {
  char a[16], b[16];
  for (int round = 0; round < 200; ++round) {
    const size_t n = nextNumber(13), m = nextNumber(4);
    for (size_t i = 0; i < 16; ++i)
      a[i] = (char)(nextNumber(3) * 100), b[i] = nextNumber(4) ? a[i] : (char)nextNumber(256);
    printf("%d: n %zu m %zu\n", round, n, m);
    // How large a difference is, glibc does not say.
    printf("memcmp %d bcmp %d\n", sign(compare(a, b, n)), bcmp(a, b, n) != 0);
    printf("memchr %ld %ld\n", at(memchr(a, 200, n), a), at(memchr(a, 0x164, n), a));
    printf("memrchr %ld rawmemchr %ld\n", at(memrchr(a, 100, n), a), at(rawmemchr(a, a[n]), a));
    printf("memmem %ld\n", at(memmem(a, n, b, m), a));
    char c[24];
    set(c, 7 + round, sizeof c);
    printf("memccpy %ld\n", at(memccpy(c, a, 100, n), c));
    show("memccpy", c, sizeof c);
    printf("memcpy %ld mempcpy %ld\n", at(copy(c + 2, b, n), c), at(mempcpy(c + 1, a, n), c));
    show("memcpy", c, sizeof c);
    printf("memmove %ld\n", at(move(c + m, c + 2, n), c));
    show("memmove", c, sizeof c);
    zero(c + m, n);
    bcopy(c, c + 1, n);
    swab(a, c + 1, (ssize_t)n - 1);
    show("bcopy", c, sizeof c);
    explicit_bzero(c, m);
    show("explicit_bzero", c, sizeof c);
  }
  return 0;
}
