// string.h: copying strings.

#include "analysis/exec/runtime/runtime.h"

/// Ends the run where two ranges share bytes: as a sanitizer sees it, and for the functions that it looks at. Whether pointers
/// of the input lead to one object is not asked here.
static void checkApart(const char* target, size_t targetSize, const char* source, size_t sourceSize) {
  if (!beagle_same_object(target, source)) return;
  if (target < source + sourceSize && source < target + targetSize) beagle_overlap(target);
}

char* stpcpy(char* target, const char* source) {
  while ((*target = *source)) ++target, ++source;
  return target;
}

char* __stpcpy(char* target, const char* source) {
  return stpcpy(target, source);
}

char* strcpy(char* target, const char* source) {
  const size_t size = (size_t)(stpcpy(target, source) - target) + 1;
  checkApart(target, size, source, size);
  return target;
}

char* stpncpy(char* target, const char* source, size_t count) {
  size_t length = 0;
  while (length < count && source[length]) {
    target[length] = source[length];
    ++length;
  }
  for (size_t i = length; i < count; ++i) target[i] = 0;
  return target + length;
}

char* strncpy(char* target, const char* source, size_t count) {
  const size_t length = (size_t)(stpncpy(target, source, count) - target);
  const size_t size = length < count ? length + 1 : count;
  checkApart(target, size, source, size);
  return target;
}

char* strcat(char* target, const char* source) {
  char* at = target + strlen(target);
  const size_t length = (size_t)(stpcpy(at, source) - at);
  if (length > 0) checkApart(target, (size_t)(at - target) + length + 1, source, length + 1);
  return target;
}

char* strncat(char* target, const char* source, size_t count) {
  char* at = target + strlen(target);
  size_t length = 0;
  for (; length < count && source[length]; ++length) at[length] = source[length];
  at[length] = 0;
  const size_t size = length < count ? length + 1 : count;
  if (length > 0) checkApart(target, (size_t)(at - target) + size + 1, source, size);
  return target;
}
