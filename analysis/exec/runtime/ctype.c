// ctype.h in the locale "C". Each answer is the bit of glibc's tables, computed without a branch.

#include "analysis/exec/runtime/runtime.h"

enum {
  Upper = 256,
  Lower = 512,
  Alpha = 1024,
  Digit = 2048,
  XDigit = 4096,
  Space = 8192,
  Print = 16384,
  Graph = 32768,
  Blank = 1,
  Control = 2,
  Punct = 4,
  Alnum = 8
};

static int within(int c, int first, int last) {
  return (u32)(c - first) <= (u32)(last - first);
}
static int letter(int c) {
  return within(c | 32, 'a', 'z');
}
static int digit(int c) {
  return within(c, '0', '9');
}

int isupper(int c) {
  return within(c, 'A', 'Z') * Upper;
}
int islower(int c) {
  return within(c, 'a', 'z') * Lower;
}
int isalpha(int c) {
  return letter(c) * Alpha;
}
int isdigit(int c) {
  return digit(c) * Digit;
}
int isxdigit(int c) {
  return (digit(c) | within(c | 32, 'a', 'f')) * XDigit;
}
int isspace(int c) {
  return (within(c, '\t', '\r') | (c == ' ')) * Space;
}
int isprint(int c) {
  return within(c, 32, 126) * Print;
}
int isgraph(int c) {
  return within(c, 33, 126) * Graph;
}
int isblank(int c) {
  return ((c == ' ') | (c == '\t')) * Blank;
}
int iscntrl(int c) {
  return (within(c, 0, 31) | (c == 127)) * Control;
}
int ispunct(int c) {
  return (within(c, 33, 126) & !(letter(c) | digit(c))) * Punct;
}
int isalnum(int c) {
  return (letter(c) | digit(c)) * Alnum;
}
int isascii(int c) {
  return (c & ~127) == 0;
}
int toascii(int c) {
  return c & 127;
}

/// The tables have the bytes of negative characters, but for EOF.
static int fromTable(int c) {
  return c + within(c, -128, -2) * 256;
}
int tolower(int c) {
  return fromTable(c) + within(c, 'A', 'Z') * 32;
}
int toupper(int c) {
  return fromTable(c) - within(c, 'a', 'z') * 32;
}
int _tolower(int c) {
  return tolower(c);
}
int _toupper(int c) {
  return toupper(c);
}
