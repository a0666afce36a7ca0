#pragma once

#include "analysis/exec/runtime/runtime.h"

/// Where formatted text goes, one part behind the other.
struct Sink {
  void (*put)(struct Sink* sink, const char* text, size_t length);
  char* text;     ///< of a string
  size_t size;    ///< of a string: room, NUL included
  size_t written; ///< bytes put, also those that had no room
  struct Open* open; ///< of a stream
};

/// printf into a sink: the number of bytes, or -1.
int beagle_format(struct Sink* sink, const char* format, __builtin_va_list arguments);
