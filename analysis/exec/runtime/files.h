#pragma once

#include "analysis/exec/runtime/runtime.h"

/// What a name leads to.
struct File {
  struct File* next;
  int isNamed;
  const void* root; ///< of the engine, when it has a name: two names with one root are the same
  enum { NotLookedAt, Missing, OfInput, Written } state;
  byte* bytes; ///< OfInput: those of the root, which are not to be written
  size_t size, room;
};

enum { OpenRead = 1, OpenWrite = 2, OpenAppend = 4 };

/// A file that is open, once for each time it was opened.
struct Open {
  enum {
    OnFile,
    OnTerminal,
    OnStream,
    InMemory
  } kind; ///< OnTerminal: standard output and standard error; OnStream: a FILE of the input; InMemory: no file at all
  int mode;
  int descriptor;    ///< the first one; OnStream, InMemory: -1
  int others;        ///< so many further descriptors lead to it
  struct File* file; ///< OnStream: what can be read
  size_t position;
  size_t written; ///< OnStream: so many bytes
  enum { Full, Lines, Direct } buffer; ///< written when: it is full, a line ends, at once; as the C library numbers them
};

enum { E_NOENT = 2, E_BADF = 9, E_FAULT = 14, E_EXIST = 17, E_MFILE = 24, E_SPIPE = 29, MostDescriptors = 64 };

/// Whether no file has such a name: it is null or empty, as errno says then.
int beagle_is_no_name(const char* name);
struct File* beagle_find_file(const char* name);
/// A file without a name.
struct File* beagle_new_file(void);
int beagle_exists(struct File* file);
void beagle_make_empty(struct File* file);
void beagle_resize(struct File* file, size_t size);
/// Null: errno says why.
struct Open* beagle_open_file(struct File* file, int mode, int isCut, int mustBeThere);
/// Null: there is none, or nobody here knows what it is.
struct Open* beagle_open_at(int descriptor);
/// -1: there is nothing left.
int beagle_read_byte(struct Open* open);
size_t beagle_read_bytes(struct Open* open, byte* to, size_t count);
/// As streams do, whose buffer is lost where the run breaks off before beagle_keep.
void beagle_write_bytes(struct Open* open, const void* bytes, size_t count);
void beagle_keep(struct Open* open);
/// The new position, or -1 with errno.
long beagle_seek(struct Open* open, long offset, int origin);
int beagle_close(int descriptor);
void beagle_end_stream(struct Open* open);
/// As another descriptor, which is closed before when it is open; -1: the lowest from `from` on.
int beagle_duplicate(int descriptor, int as, int from);
