// string.h: cutting a string into tokens.

#include "analysis/exec/runtime/runtime.h"

size_t strspn(const char* text, const char* set);
size_t strcspn(const char* text, const char* set);

static char* rest;

char* strtok_r(char* text, const char* separators, char** next) {
  if (!text) text = *next;
  text += strspn(text, separators);
  if (*text == 0) {
    *next = text;
    return NOTHING;
  }
  char* end = text + strcspn(text, separators);
  if (*end) *end++ = 0;
  *next = end;
  return text;
}

char* __strtok_r(char* text, const char* separators, char** next) {
  return strtok_r(text, separators, next);
}

char* strtok(char* text, const char* separators) {
  return strtok_r(text, separators, &rest);
}

char* strsep(char** text, const char* separators) {
  char* token = *text;
  if (!token) return NOTHING;
  char* end = token + strcspn(token, separators);
  if (*end) {
    *end = 0;
    *text = end + 1;
  } else {
    *text = NOTHING;
  }
  return token;
}
