#pragma once

#include "analysis/exec/runtime/runtime.h"

/// As glibc lays it out: its inline functions look at the pointers (null: nothing is buffered) and at the
/// flags.
typedef struct {
  int flags;
  void* buffers[8];
  void* others[5];
  int descriptor;
  byte rest[100];
} FILE;

extern FILE *stdin, *stdout, *stderr;

/// 1 or 2: what is written to another stream has nowhere to go.
int beagle_descriptor(const FILE* stream);
