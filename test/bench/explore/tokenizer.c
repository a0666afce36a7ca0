// Splits a line into names, numbers, text in quotes, operators of one or two characters, and comments.
// Inputs: global input.
// Paths: 135328.
#include "bench.h"

enum { Length = 5 };

unsigned char input[Length];

static int isNamePart(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

static unsigned skipBlanks(unsigned at) {
  while (at < Length && (input[at] == ' ' || input[at] == '\n')) at++;
  return at;
}

static unsigned nameEnd(unsigned at) {
  while (at < Length && isNamePart(input[at])) at++;
  return at;
}

static unsigned textEnd(unsigned at) {
  for (; at < Length; at++) {
    if (input[at] == '"') return at + 1;
    if (input[at] == '\\') at++;
  }
  return 0;
}

static unsigned commentEnd(unsigned at) {
  while (at < Length && input[at] != '\n') at++;
  return at;
}

int bench_entry(void) {
  unsigned at = 0;
  int names = 0, numbers = 0, texts = 0, operators = 0;
  for (;;) {
    at = skipBlanks(at);
    if (at == Length || input[at] == 0) break;
    unsigned char first = input[at];
    unsigned char second = at + 1 < Length ? input[at + 1] : 0;
    switch (first) {
    case '"':
      at = textEnd(at + 1);
      if (at == 0) return -1;
      texts++;
      break;
    case '#':
      at = commentEnd(at);
      break;
    case '<':
      if (second == '=') at++;
      if (second == '<') at++;
      at++;
      operators++;
      break;
    case '=':
      if (second == '=') at++;
      at++;
      operators++;
      break;
    case '&':
      if (second != '&') return -2;
      at += 2;
      operators++;
      break;
    case '+':
      at++;
      operators++;
      break;
    default:
      if (first >= '0' && first <= '9') {
        numbers++;
      } else if (isNamePart(first)) {
        names++;
      } else {
        return -3;
      }
      at = nameEnd(at);
    }
  }
  return ((names * 10 + numbers) * 10 + texts) * 10 + operators;
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  BENCH_INPUT(input);
  BENCH_RETURN(bench_entry());
}
#endif
