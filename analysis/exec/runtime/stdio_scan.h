#pragma once

#include "analysis/exec/runtime/runtime.h"

/// scanf of the text, which goes on to `end`, or to its first NUL when that is null: what it returns, how
/// much of the text it took, and whether it has seen where that ends.
int beagle_scan(const char* text, const char* end, const char* format, __builtin_va_list arguments,
                size_t* used, int* sawEnd);
