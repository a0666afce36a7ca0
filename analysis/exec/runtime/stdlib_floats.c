// stdlib.h: floating-point numbers from text. The engine reads them, and only from bytes that it knows.

#include "analysis/exec/runtime/runtime.h"

/// Whether the byte can stand in a number, `nan(...)` and `infinity` included.
static int belongs(char c) {
  const u32 letter = ((u32)(byte)c | 32) - 'a', digit = (u32)(byte)c - '0';
  return (letter < 26) | (digit < 10) | (c == '+') | (c == '-') | (c == '.') | (c == '(') | (c == ')') |
         (c == '_');
}

static void parse(const char* text, char** end, void* value, size_t size) {
  enum { Longest = 1024 };
  char copy[Longest];
  const char* at = text;
  while (((u32)(byte)*at - '\t' < 5) | (*at == ' ')) ++at;
  size_t length = 0;
  while (belongs(at[length])) {
    if (length == Longest - 1) beagle_unsupported("a floating-point number of more than 1023 characters");
    copy[length] = at[length];
    ++length;
  }
  copy[length] = 0;
  int isOutOfRange = 0;
  const size_t used = beagle_parse_float(copy, value, size, &isOutOfRange);
  if (isOutOfRange) *__errno_location() = E_RANGE;
  if (end) *end = (char*)(used > 0 ? at + used : text);
}

double strtod(const char* text, char** end) {
  double value;
  parse(text, end, &value, sizeof value);
  return value;
}

float strtof(const char* text, char** end) {
  float value;
  parse(text, end, &value, sizeof value);
  return value;
}

long double strtold(const char* text, char** end) {
  long double value = 0; // the engine writes ten bytes of it
  parse(text, end, &value, sizeof value);
  return value;
}

double atof(const char* text) {
  return strtod(text, NOTHING);
}
