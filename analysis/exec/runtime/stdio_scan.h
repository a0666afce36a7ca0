#pragma once

#include "analysis/exec/runtime/runtime.h"

/// scanf of the text: what it returns, how much of the text it took, and whether it has seen where that ends.
int beagle_scan(const char* text, const char* format, __builtin_va_list arguments, size_t* used, int* sawEnd);
