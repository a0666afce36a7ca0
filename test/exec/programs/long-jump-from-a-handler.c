// entry: f
// paths: left by longjmp 1, memory error: null pointer 1, returned 1
// native: replay
// why: a jump to where the run itself has set a buffer goes there, and on from there to the caller's
#include <setjmp.h>

struct parser {
  jmp_buf *outer;
  int depth;
};

static int parse(const char *text, jmp_buf inner) {
  if (*text == '(') longjmp(inner, 7);
  return *text;
}
int f(struct parser *p, char c) {
  jmp_buf inner;
  const char text[2] = {c, 0};
  const int error = setjmp(inner);
  if (error) {
    p->depth = error;
    longjmp(*p->outer, error + 1);
  }
  return parse(text, inner);
}
