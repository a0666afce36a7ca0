// stdio.h: formatted text to the standard streams, in pieces.

#include "analysis/exec/runtime/stdio_format.h"
#include "analysis/exec/runtime/stdio_streams.h"

enum { PieceSize = 256 };

static void flush(struct Sink* sink, size_t count) {
  if (count > 0) beagle_write(sink->descriptor, sink->text, count);
}

static void putInPiece(struct Sink* sink, char c) {
  sink->text[sink->written++ % PieceSize] = c;
  if (sink->written % PieceSize == 0) flush(sink, PieceSize);
}

static int print(int descriptor, const char* format, __builtin_va_list arguments) {
  char piece[PieceSize];
  struct Sink sink = {putInPiece, piece, PieceSize, 0, descriptor};
  const int length = beagle_format(&sink, format, arguments);
  flush(&sink, sink.written % PieceSize);
  return length;
}

int vfprintf(FILE* stream, const char* format, __builtin_va_list arguments) {
  return print(beagle_descriptor(stream), format, arguments);
}

int vprintf(const char* format, __builtin_va_list arguments) {
  return print(1, format, arguments);
}

int printf(const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int length = print(1, format, arguments);
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
  if (descriptor != 1 && descriptor != 2)
    beagle_unsupported("writing to a descriptor that is neither 1 nor 2");
  return print(descriptor, format, arguments);
}

int dprintf(int descriptor, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int length = vdprintf(descriptor, format, arguments);
  __builtin_va_end(arguments);
  return length;
}
