// string.h: blocks of bytes.

#include "analysis/exec/runtime/runtime.h"

void* memcpy(void* target, const void* source, size_t count) {
  return __builtin_memcpy(target, source, count);
}

void* memmove(void* target, const void* source, size_t count) {
  return __builtin_memmove(target, source, count);
}

void* memset(void* target, int value, size_t count) {
  return __builtin_memset(target, value, count);
}

void* mempcpy(void* target, const void* source, size_t count) {
  __builtin_memcpy(target, source, count);
  return (byte*)target + count;
}

void* __mempcpy(void* target, const void* source, size_t count) {
  return mempcpy(target, source, count);
}

void bzero(void* target, size_t count) {
  __builtin_memset(target, 0, count);
}

void explicit_bzero(void* target, size_t count) {
  __builtin_memset(target, 0, count);
}

void bcopy(const void* source, void* target, size_t count) {
  __builtin_memmove(target, source, count);
}

int memcmp(const void* left, const void* right, size_t count) {
  const byte *a = left, *b = right;
  for (size_t i = 0; i < count; ++i)
    if (a[i] != b[i]) return a[i] - b[i];
  return 0;
}

int bcmp(const void* left, const void* right, size_t count) {
  return memcmp(left, right, count);
}

void* memchr(const void* block, int wanted, size_t count) {
  const byte* bytes = block;
  const byte value = (byte)wanted;
  for (size_t i = 0; i < count; ++i)
    if (bytes[i] == value) return (void*)(bytes + i);
  return NOTHING;
}

void* rawmemchr(const void* block, int wanted) {
  const byte* at = block;
  const byte value = (byte)wanted;
  while (*at != value) ++at;
  return (void*)at;
}

void* memrchr(const void* block, int wanted, size_t count) {
  const byte* bytes = block;
  const byte value = (byte)wanted;
  for (size_t i = count; i > 0; --i)
    if (bytes[i - 1] == value) return (void*)(bytes + i - 1);
  return NOTHING;
}

void* memmem(const void* block, size_t count, const void* wanted, size_t length) {
  const byte* bytes = block;
  if (length > count) return NOTHING;
  for (size_t i = 0; i <= count - length; ++i)
    if (memcmp(bytes + i, wanted, length) == 0) return (void*)(bytes + i);
  return NOTHING;
}

void* memccpy(void* target, const void* source, int last, size_t count) {
  byte* to = target;
  const byte* from = source;
  for (size_t i = 0; i < count; ++i) {
    to[i] = from[i];
    if (from[i] == (byte)last) return to + i + 1;
  }
  return NOTHING;
}

void swab(const void* source, void* target, ssize_t count) {
  const byte* from = source;
  byte* to = target;
  for (ssize_t i = 0; i + 1 < count; i += 2) {
    const byte first = from[i];
    to[i] = from[i + 1];
    to[i + 1] = first;
  }
}
