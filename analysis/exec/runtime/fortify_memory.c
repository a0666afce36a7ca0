// What glibc's headers make of string.h with _FORTIFY_SOURCE: functions that know the size of their target.

#include "analysis/exec/runtime/runtime.h"

char* stpcpy(char* target, const char* source);
char* stpncpy(char* target, const char* source, size_t count);
char* strncat(char* target, const char* source, size_t count);

__attribute__((noreturn)) void __chk_fail(void) {
  static const char message[] = "*** buffer overflow detected ***: terminated\n";
  beagle_write(2, message, sizeof message - 1);
  abort();
}

static void check(size_t needed, size_t size) {
  if (needed > size) __chk_fail();
}

void* __memcpy_chk(void* target, const void* source, size_t count, size_t size) {
  check(count, size);
  return __builtin_memcpy(target, source, count);
}

void* __memmove_chk(void* target, const void* source, size_t count, size_t size) {
  check(count, size);
  return __builtin_memmove(target, source, count);
}

void* __memset_chk(void* target, int value, size_t count, size_t size) {
  check(count, size);
  return __builtin_memset(target, value, count);
}

void* __mempcpy_chk(void* target, const void* source, size_t count, size_t size) {
  return (byte*)__memcpy_chk(target, source, count, size) + count;
}

void __explicit_bzero_chk(void* target, size_t count, size_t size) {
  __memset_chk(target, 0, count, size);
}

char* __stpcpy_chk(char* target, const char* source, size_t size) {
  const size_t length = strlen(source);
  check(length + 1, size);
  __builtin_memcpy(target, source, length + 1);
  return target + length;
}

char* __strcpy_chk(char* target, const char* source, size_t size) {
  __stpcpy_chk(target, source, size);
  return target;
}

char* __stpncpy_chk(char* target, const char* source, size_t count, size_t size) {
  check(count, size);
  return stpncpy(target, source, count);
}

char* __strncpy_chk(char* target, const char* source, size_t count, size_t size) {
  __stpncpy_chk(target, source, count, size);
  return target;
}

char* __strcat_chk(char* target, const char* source, size_t size) {
  const size_t length = strlen(target);
  check(length, size);
  __stpcpy_chk(target + length, source, size - length);
  return target;
}

char* __strncat_chk(char* target, const char* source, size_t count, size_t size) {
  check(strlen(target) + strnlen(source, count) + 1, size);
  return strncat(target, source, count);
}
