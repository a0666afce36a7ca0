// The functions that _FORTIFY_SOURCE calls, with room enough.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"

void* __memcpy_chk(void*, const void*, size_t, size_t);
void* __memmove_chk(void*, const void*, size_t, size_t);
void* __memset_chk(void*, int, size_t, size_t);
void* __mempcpy_chk(void*, const void*, size_t, size_t);
char* __strcpy_chk(char*, const char*, size_t);
char* __stpcpy_chk(char*, const char*, size_t);
char* __strncpy_chk(char*, const char*, size_t, size_t);
char* __stpncpy_chk(char*, const char*, size_t, size_t);
char* __strcat_chk(char*, const char*, size_t);
char* __strncat_chk(char*, const char*, size_t, size_t);
int __sprintf_chk(char*, int, size_t, const char*, ...);
int __snprintf_chk(char*, size_t, int, size_t, const char*, ...);
int __vsnprintf_chk(char*, size_t, int, size_t, const char*, va_list);
int __printf_chk(int, const char*, ...);
int __fprintf_chk(FILE*, int, const char*, ...);
int __asprintf_chk(char**, int, const char*, ...);

static int through(char* text, size_t size, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __vsnprintf_chk(text, size, 1, size, format, arguments);
  va_end(arguments);
  return length;
}

int main(void) {
  char a[32] = "";
  printf("%ld %s\n", at(__strcpy_chk(a, "hello", 32), a), a);
  printf("%ld %s\n", at(__stpcpy_chk(a, "good", 5), a), a);
  printf("%ld %s\n", at(__strcat_chk(a, "bye", 8), a), a);
  printf("%ld %s\n", at(__strncat_chk(a, "abcdef", 3, 11), a), a);
  printf("%ld %s\n", at(__strncpy_chk(a, "xyz", 3, 3), a), a);
  printf("%ld %s\n", at(__stpncpy_chk(a, "x", 3, 3), a), a);
  printf("%ld %s\n", at(__memcpy_chk(a, "12345", 6, 6), a), a);
  printf("%ld %s\n", at(__memmove_chk(a + 1, a, 4, 31), a), a);
  printf("%ld %s\n", at(__mempcpy_chk(a, "zz", 2, 2), a), a);
  printf("%ld %s\n", at(__memset_chk(a, 'm', 4, 4), a), a);
  printf("%d %s\n", __sprintf_chk(a, 1, 32, "%d %s", 5, "five"), a);
  printf("%d %s\n", __snprintf_chk(a, 4, 1, 32, "%d %s", 5, "five"), a);
  printf("%d %s\n", through(a, 6, "%x|%s", 255, "text"), a);
  char* made = NULL;
  printf("%d\n", __asprintf_chk(&made, 1, "%d", 42));
  puts(made);
  free(made);
  printf("%d\n", __printf_chk(1, "%s\n", "printed"));
  printf("%d\n", __fprintf_chk(stdout, 1, "%c\n", 'c'));
  return 0;
}
