#pragma once

#include "analysis/exec/runtime/runtime.h"

/// What scanf reads: a text that ends with a NUL, or what is read up to a character when somebody asks for that.
struct Scanned {
  const char* text;
  int (*reads)(struct Scanned* input, size_t at); ///< whether there is such a character; null: a text
  size_t length, room;
  void* stream;
};

/// scanf of it: what it returns, how much it took, and whether it has seen where the input ends.
int beagle_scan(struct Scanned* input, const char* format, __builtin_va_list arguments, size_t* used, int* sawEnd);
