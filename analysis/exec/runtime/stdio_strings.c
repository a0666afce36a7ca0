// stdio.h: formatted text into strings.

#include "analysis/exec/runtime/stdio_format.h"

static void putInString(struct Sink* sink, const char* text, size_t length) {
  const int isKnown = beagle_is_known((long)length) && beagle_is_known((long)(sink->size - sink->written));
  if (isKnown && sink->written < sink->size && length < sink->size - sink->written) {
    __builtin_memmove(sink->text + sink->written, text, length);
    sink->written += length;
    return;
  }
  for (; length > 0; --length, ++text, ++sink->written)
    if (sink->written + 1 < sink->size) sink->text[sink->written] = *text;
}

int vsnprintf(char* text, size_t size, const char* format, __builtin_va_list arguments) {
  struct Sink sink = {putInString, text, size, 0, NOTHING};
  const int length = beagle_format(&sink, format, arguments);
  if (size > 0) text[sink.written < size ? sink.written : size - 1] = 0;
  return length;
}

int snprintf(char* text, size_t size, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int length = vsnprintf(text, size, format, arguments);
  __builtin_va_end(arguments);
  return length;
}

int vsprintf(char* text, const char* format, __builtin_va_list arguments) {
  return vsnprintf(text, ~(size_t)0, format, arguments);
}

int sprintf(char* text, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int length = vsprintf(text, format, arguments);
  __builtin_va_end(arguments);
  return length;
}

// Their text is measured before it is made: the block has the size that it has with glibc.
int vasprintf(char** text, const char* format, __builtin_va_list arguments) {
  __builtin_va_list again;
  __builtin_va_copy(again, arguments);
  const int length = vsnprintf(NOTHING, 0, format, again);
  __builtin_va_end(again);
  if (length < 0) return -1;
  *text = malloc((size_t)length + 1);
  if (!*text) return -1;
  return vsnprintf(*text, (size_t)length + 1, format, arguments);
}

int asprintf(char** text, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int length = vasprintf(text, format, arguments);
  __builtin_va_end(arguments);
  return length;
}
