// entry: f
// native: replay
// paths: memory error: null pointer 1, returned 7
// options: --max-string 2
// why: the tag says which member is meant: a number, a text that may be missing, or a list

#include <string.h>

enum kind { NUMBER, TEXT, LIST };

struct value {
  enum kind kind;
  union {
    long number;
    const char *text;
    struct value *next;
  } as;
};

int f(const struct value *value) {
  switch (value->kind) {
  case NUMBER: return value->as.number > 100 ? 1 : 0;
  case TEXT: return (int)strlen(value->as.text);
  case LIST: return value->as.next && value->as.next->kind == NUMBER;
  }
  return -1;
}
