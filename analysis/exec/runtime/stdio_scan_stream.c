// stdio.h: formatted input, from streams.

#include "analysis/exec/runtime/stdio_scan.h"
#include "analysis/exec/runtime/stdio_streams.h"

static int reads(struct Scanned* input, size_t at) {
  while (input->length <= at) {
    const int c = beagle_get(input->stream);
    if (c < 0) return 0;
    char* text = (char*)input->text;
    if (input->length == input->room) input->text = text = realloc(text, input->room = input->room * 2 + 32);
    text[input->length++] = (char)c;
  }
  return 1;
}

/// Goes on behind so many characters, from where it was.
static void skip(FILE* stream, struct Open* open, size_t count) {
  const size_t unread = (size_t)stream->unreadCount, again = count < unread ? count : unread;
  stream->unreadCount -= (int)again;
  if (open) open->position += count - again;
}

static int scan(FILE* stream, const char* format, __builtin_va_list arguments) {
  struct Open* open = beagle_open_of(stream);
  const size_t position = open ? open->position : 0;
  const int unread = stream->unreadCount, flags = stream->flags;
  struct Scanned input = {.reads = reads, .stream = stream};
  size_t used;
  int sawEnd;
  const int assigned = beagle_scan(&input, format, arguments, &used, &sawEnd);
  free((char*)input.text);
  if (stream->flags & ~flags & ErrorSeen) return EndOfFile;
  stream->unreadCount = unread;
  stream->flags = flags;
  if (open) open->position = position;
  skip(stream, open, used);
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
