// string.h and strings.h: comparing strings. What is returned is the difference of the bytes, as glibc has
// it.

#include "analysis/exec/runtime/runtime.h"

int strcmp(const char* left, const char* right) {
  const byte *a = (const byte*)left, *b = (const byte*)right;
  while ((*a == *b) & (*a != 0)) ++a, ++b;
  return *a - *b;
}

int strncmp(const char* left, const char* right, size_t count) {
  const byte *a = (const byte*)left, *b = (const byte*)right;
  for (size_t i = 0; i < count; ++i)
    if ((a[i] != b[i]) | (a[i] == 0)) return a[i] - b[i];
  return 0;
}

/// Without a branch.
static int lower(byte c) {
  return c + ((u32)(c - 'A') < 26) * 32;
}

int strcasecmp(const char* left, const char* right) {
  const byte *a = (const byte*)left, *b = (const byte*)right;
  while ((lower(*a) == lower(*b)) & (*a != 0)) ++a, ++b;
  return lower(*a) - lower(*b);
}

int strncasecmp(const char* left, const char* right, size_t count) {
  const byte *a = (const byte*)left, *b = (const byte*)right;
  for (size_t i = 0; i < count; ++i)
    if ((lower(a[i]) != lower(b[i])) | (a[i] == 0)) return lower(a[i]) - lower(b[i]);
  return 0;
}

int strcoll(const char* left, const char* right) {
  return strcmp(left, right);
}

size_t strxfrm(char* target, const char* source, size_t count) {
  const size_t length = strlen(source);
  for (size_t i = 0; i < count && i <= length; ++i) target[i] = source[i];
  return length;
}
