// entry: f
// native: replay
// paths: returned 12
// why: a va_list behind a pointer, and one in a structure, are gone on with, also by functions of the C library

#include <stdarg.h>
#include <stdio.h>

struct message {
  va_list arguments;
};

static int next(va_list *list) { return va_arg(*list, int); }

int f(va_list *list, struct message *message) {
  char text[16];
  if (next(list) > next(list)) return 1;
  if (va_arg(message->arguments, long) != 3) return 2;
  vsnprintf(text, sizeof text, "%s-", message->arguments);
  return text[0] == '-' ? 3 : 4;
}
