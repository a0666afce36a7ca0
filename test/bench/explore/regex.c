// A recursive matcher for `. * + ? ^ $` and escapes: every pattern of six bytes against one text.
// Inputs: global pattern (six bytes; the matcher ends it with a zero).
// Paths: 38541.
#include "bench.h"

enum { Length = 6 };

unsigned char pattern[Length];

static int matchHere(const unsigned char* re, const char* text);

static int matchOne(const unsigned char* re, const char* text) {
  if (*text == 0) return 0;
  if (*re == '\\') return re[1] == (unsigned char)*text;
  return *re == '.' || *re == (unsigned char)*text;
}

static int matchMany(const unsigned char* re, const unsigned char* rest, const char* text, int least,
                     int most) {
  int count = 0;
  for (;; count++, text++) {
    if (count >= least && matchHere(rest, text)) return 1;
    if (count == most || !matchOne(re, text)) return 0;
  }
}

static int matchHere(const unsigned char* re, const char* text) {
  for (;;) {
    if (*re == 0) return 1;
    if (*re == '$' && re[1] == 0) return *text == 0;
    const unsigned char* next = re + 1;
    if (*re == '\\') {
      if (*next == 0) return 0;
      next++;
    }
    if (*next == '*') return matchMany(re, next + 1, text, 0, 1000);
    if (*next == '+') return matchMany(re, next + 1, text, 1, 1000);
    if (*next == '?') return matchMany(re, next + 1, text, 0, 1);
    if (!matchOne(re, text)) return 0;
    re = next;
    text++;
  }
}

int bench_entry(void) {
  unsigned char re[Length + 1];
  for (int i = 0; i < Length; i++) re[i] = pattern[i];
  re[Length] = 0;
  const char* text = "hello";
  if (re[0] == '^') return matchHere(re + 1, text);
  for (int at = 0;; at++) {
    if (matchHere(re, text + at)) return at + 1;
    if (text[at] == 0) return 0;
  }
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  BENCH_INPUT(pattern);
  BENCH_RETURN(bench_entry());
}
#endif
