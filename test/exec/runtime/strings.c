#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common.h"

static void copies(const char* a, const char* b, size_t n) {
  char c[64];
  memset(c, '#', sizeof c);
  printf("stpcpy %ld %s\n", at(stpcpy(c, a), c), c);
  printf("strcpy %ld %s\n", at(strcpy(c + 3, b), c), c);
  memset(c, '#', sizeof c);
  printf("strncpy %ld %.30s\n", at(strncpy(c, a, n), c), c);
  printf("stpncpy %ld %.30s\n", at(stpncpy(c + 1, b, n), c), c);
  strcpy(c, a);
  printf("strcat %ld %s\n", at(strcat(c, b), c), c);
  printf("strncat %ld %s\n", at(strncat(c, a, n), c), c);
  char *d = strdup(a), *e = strndup(b, n);
  printf("strdup %s strndup %s\n", d, e);
  free(d);
  free(e);
  memset(c, '#', sizeof c);
  printf("strxfrm %zu %.30s\n", strxfrm(c, a, n), c);
}

static void searches(const char* a, const char* b) {
  for (int c = 'A'; c < 'E'; ++c)
    printf("strchr %ld strrchr %ld strchrnul %ld\n", at(strchr(a, c), a), at(strrchr(a, c), a),
           at(strchrnul(a, c), a));
  printf("strchr %ld strrchr %ld\n", at(strchr(a, 0), a), at(strrchr(a, 0), a));
  printf("index %ld rindex %ld\n", at(index(a, 'a'), a), at(rindex(a, 'a'), a));
  printf("strstr %ld %ld %ld\n", at(strstr(a, b), a), at(strcasestr(a, b), a), at(strstr(a, ""), a));
  printf("strspn %zu strcspn %zu strpbrk %ld\n", strspn(a, b), strcspn(a, b), at(strpbrk(a, b), a));
}

static void compares(const char* a, const char* b, size_t n) {
  printf("strcmp %d strncmp %d\n", strcmp(a, b), strncmp(a, b, n));
  printf("strcasecmp %d strncasecmp %d\n", strcasecmp(a, b), strncasecmp(a, b, n));
  printf("strcoll %d\n", sign(strcoll(a, b)));
}

static void tokens(const char* a, const char* b) {
  char c[32], *next = NULL, *rest = c;
  strcpy(c, a);
  for (char* token = strtok(c, b); token; token = strtok(NULL, b))
    printf("strtok %ld %s\n", at(token, c), token);
  strcpy(c, a);
  for (char* token = strtok_r(c, b, &next); token; token = strtok_r(NULL, b, &next))
    printf("strtok_r %ld %s, next %ld\n", at(token, c), token, at(next, c));
  strcpy(c, a);
  for (char* token = strsep(&rest, b); token; token = strsep(&rest, b))
    printf("strsep %ld %s, rest %ld\n", at(token, c), token, at(rest, c));
}

int main(void) {
  static const char alphabet[] = "aAbBcC\xe4";
  char a[32], b[32];
  for (int round = 0; round < 250; ++round) {
    makeText(a, 14, alphabet, round % 3 ? 7 : 3);
    makeText(b, round % 2 ? 3 : 14, alphabet, round % 5 ? 7 : 2);
    const size_t n = nextNumber(12);
    printf("%d: %s | %s | %zu\n", round, a, b, n);
    printf("strlen %zu strnlen %zu\n", strlen(a), strnlen(b, n));
    copies(a, b, n);
    searches(a, b);
    compares(a, b, n);
    tokens(a, b);
  }
  return 0;
}
