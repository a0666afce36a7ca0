#pragma once

#include "analysis/exec/runtime/files.h"

/// As glibc lays it out and calls it: its inline functions look at the pointers (null: nothing is buffered) and at the
/// flags, and a pointer to anything that is used so leads to one of these (analysis/exec/input_views.cpp).
typedef struct _IO_FILE {
  int flags; ///< EndSeen, ErrorSeen
  void* buffers[8];
  struct Open* open; ///< none: nobody has asked yet
  const byte* input; ///< what can be read from a stream of the input (analysis/exec/roots.cpp)
  void* others[3];
  int descriptor;
  int unreadCount;
  byte unread[96]; ///< pushed back, the last one first
} FILE;

enum { EndSeen = 0x10, ErrorSeen = 0x20, EndOfFile = -1 };

extern FILE *stdin, *stdout, *stderr;

struct Open* beagle_open_of(FILE* stream);
/// As one that can be written: when it cannot, the stream has an error and this is null.
struct Open* beagle_writable(FILE* stream);
int beagle_get(FILE* stream);
/// Null for null.
FILE* beagle_stream_on(struct Open* open);
/// Of a stream in memory, or with null of all: its text is where it was asked for. Nothing for others.
void beagle_flush_memory(FILE* stream);
/// The same for the last time.
void beagle_end_memory(FILE* stream);
