// stdio.h: formatted input, from streams.

#include "analysis/exec/runtime/stdio_scan.h"
#include "analysis/exec/runtime/stdio_streams.h"

/// All that can still be read of the stream, as a text.
static char* rest(FILE* stream, size_t* length) {
  struct Open* open = beagle_open_of(stream);
  const size_t position = open ? open->position : 0;
  const int unread = stream->unreadCount, flags = stream->flags;
  size_t size = 64;
  char* text = malloc(size);
  *length = 0;
  for (int c; (c = beagle_get(stream)) >= 0; text[(*length)++] = (char)c)
    if (*length + 1 == size) text = realloc(text, size *= 2);
  text[*length] = 0;
  stream->unreadCount = unread;
  if (stream->flags & ErrorSeen) return text;
  stream->flags = flags;
  if (open) open->position = position;
  return text;
}

static int scan(FILE* stream, const char* format, __builtin_va_list arguments) {
  size_t length, used;
  int sawEnd;
  char* text = rest(stream, &length);
  if (stream->flags & ErrorSeen) return EndOfFile;
  const int assigned = beagle_scan(text, text + length, format, arguments, &used, &sawEnd);
  free(text);
  while (used-- > 0) beagle_get(stream);
  if (sawEnd) stream->flags |= EndSeen;
  return assigned;
}

int vfscanf(FILE* stream, const char* format, __builtin_va_list arguments) {
  return scan(stream, format, arguments);
}
int vscanf(const char* format, __builtin_va_list arguments) {
  return scan(stdin, format, arguments);
}
int fscanf(FILE* stream, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int assigned = scan(stream, format, arguments);
  __builtin_va_end(arguments);
  return assigned;
}
int scanf(const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int assigned = scan(stdin, format, arguments);
  __builtin_va_end(arguments);
  return assigned;
}

int __isoc99_vfscanf(FILE* stream, const char* format, __builtin_va_list arguments) {
  return scan(stream, format, arguments);
}
int __isoc99_vscanf(const char* format, __builtin_va_list arguments) {
  return scan(stdin, format, arguments);
}
int __isoc99_fscanf(FILE* stream, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int assigned = scan(stream, format, arguments);
  __builtin_va_end(arguments);
  return assigned;
}
int __isoc99_scanf(const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int assigned = scan(stdin, format, arguments);
  __builtin_va_end(arguments);
  return assigned;
}

int __isoc23_vfscanf(FILE* stream, const char* format, __builtin_va_list arguments) {
  return scan(stream, format, arguments);
}
int __isoc23_vscanf(const char* format, __builtin_va_list arguments) {
  return scan(stdin, format, arguments);
}
int __isoc23_fscanf(FILE* stream, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int assigned = scan(stream, format, arguments);
  __builtin_va_end(arguments);
  return assigned;
}
int __isoc23_scanf(const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int assigned = scan(stdin, format, arguments);
  __builtin_va_end(arguments);
  return assigned;
}
