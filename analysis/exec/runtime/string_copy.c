// string.h: copying strings.

#include "analysis/exec/runtime/runtime.h"

char* stpcpy(char* target, const char* source) {
  while ((*target = *source)) ++target, ++source;
  return target;
}

char* __stpcpy(char* target, const char* source) {
  return stpcpy(target, source);
}

char* strcpy(char* target, const char* source) {
  stpcpy(target, source);
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
  stpncpy(target, source, count);
  return target;
}

char* strcat(char* target, const char* source) {
  stpcpy(target + strlen(target), source);
  return target;
}

char* strncat(char* target, const char* source, size_t count) {
  char* at = target + strlen(target);
  for (; count > 0 && *source; --count) *at++ = *source++;
  *at = 0;
  return target;
}
