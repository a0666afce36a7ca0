// string.h: strings on the heap.

#include "analysis/exec/runtime/runtime.h"

static char* duplicate(const char* text, size_t length) {
  char* copy = beagle_ask(length + 1);
  if (!copy) return NOTHING;
  __builtin_memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

char* strdup(const char* text) {
  return duplicate(text, strlen(text));
}

char* strndup(const char* text, size_t most) {
  return duplicate(text, strnlen(text, most));
}

char* __strdup(const char* text) {
  return strdup(text);
}

char* __strndup(const char* text, size_t most) {
  return strndup(text, most);
}
