// stdio.h: formatted text to the standard streams, in pieces.

#include "analysis/exec/runtime/stdio_format.h"
#include "analysis/exec/runtime/stdio_streams.h"

enum { PieceSize = 256 };

static void flush(struct Sink* sink, size_t count) {
  beagle_write_bytes(sink->open, sink->text, count);
}

static void putInPieces(struct Sink* sink, const char* text, size_t length) {
  const int isKnown = beagle_is_known((long)length) && beagle_is_known((long)sink->written);
  for (size_t part; length > 0; text += part, length -= part) {
    const size_t at = sink->written % PieceSize;
    part = !isKnown ? 1 : length < PieceSize - at ? length : PieceSize - at;
    if (part == 1)
      sink->text[at] = *text;
    else
      __builtin_memmove(sink->text + at, text, part);
    sink->written += part;
    if (sink->written % PieceSize == 0) flush(sink, PieceSize);
  }
}

static int print(struct Open* open, const char* format, __builtin_va_list arguments) {
  if (!open) return -1;
  char piece[PieceSize];
  struct Sink sink = {putInPieces, piece, PieceSize, 0, open};
  const int length = beagle_format(&sink, format, arguments);
  flush(&sink, sink.written % PieceSize);
  return length;
}

int vfprintf(FILE* stream, const char* format, __builtin_va_list arguments) {
  return print(beagle_writable(stream), format, arguments);
}

int vprintf(const char* format, __builtin_va_list arguments) {
  return print(beagle_writable(stdout), format, arguments);
}

int printf(const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int length = print(beagle_writable(stdout), format, arguments);
  __builtin_va_end(arguments);
  return length;
}

int fprintf(FILE* stream, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int length = vfprintf(stream, format, arguments);
  __builtin_va_end(arguments);
  return length;
}

int vdprintf(int descriptor, const char* format, __builtin_va_list arguments) {
  if (!beagle_is_known(descriptor)) beagle_unsupported("printing to a descriptor that is not known");
  struct Open* open = beagle_open_at(descriptor);
  if (open && (open->mode & OpenWrite)) {
    const int length = print(open, format, arguments);
    beagle_keep(open);
    return length;
  }
  *__errno_location() = E_BADF;
  return -1;
}

int dprintf(int descriptor, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int length = vdprintf(descriptor, format, arguments);
  __builtin_va_end(arguments);
  return length;
}
