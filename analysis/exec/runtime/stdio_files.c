// stdio.h: opening and closing streams, and where they stand.

#include "analysis/exec/runtime/stdio_streams.h"

struct Mode {
  int mode, isCut, mustBeThere, mustNotBeThere;
};

/// Whether it is one.
static int readMode(const char* text, struct Mode* mode) {
  const char kind = *text;
  if (kind != 'r' && kind != 'w' && kind != 'a') return 0;
  mode->mode = kind == 'r' ? OpenRead : kind == 'w' ? OpenWrite : OpenWrite | OpenAppend;
  mode->isCut = kind == 'w';
  mode->mustBeThere = kind == 'r';
  mode->mustNotBeThere = 0;
  for (int i = 1; i < 7 && text[i] && text[i] != ','; ++i) { // glibc looks no further
    if (text[i] == '+') mode->mode |= OpenRead | OpenWrite;
    if (text[i] == 'x') mode->mustNotBeThere = 1;
  }
  return 1;
}

FILE* beagle_stream_on(struct Open* open) {
  if (!open) return NOTHING;
  FILE* stream = malloc(sizeof *stream);
  byte* bytes = (byte*)stream;
  for (size_t i = 0; i < sizeof *stream; ++i) bytes[i] = 0;
  stream->open = open;
  stream->descriptor = open->descriptor;
  beagle_make_opaque(stream);
  return stream;
}

static struct Open* openBy(const char* name, const char* text) {
  struct Mode mode;
  if (!readMode(text, &mode)) {
    *__errno_location() = E_INVAL;
    return NOTHING;
  }
  if (beagle_is_no_name(name)) return NOTHING;
  struct File* file = beagle_find_file(name);
  if (mode.mustNotBeThere && !mode.mustBeThere && beagle_exists(file)) {
    *__errno_location() = E_EXIST;
    return NOTHING;
  }
  struct Open* open = beagle_open_file(file, mode.mode, mode.isCut, mode.mustBeThere);
  return open;
}

FILE* fopen(const char* name, const char* mode) {
  return beagle_stream_on(openBy(name, mode));
}
FILE* fopen64(const char* name, const char* mode) {
  return fopen(name, mode);
}

FILE* fdopen(int descriptor, const char* text) {
  if (!beagle_is_known(descriptor) || (descriptor >= 0 && !beagle_open_at(descriptor))) beagle_elsewhere();
  struct Mode mode;
  struct Open* open = beagle_open_at(descriptor);
  if (!open || !readMode(text, &mode)) {
    *__errno_location() = open ? E_INVAL : E_BADF;
    return NOTHING;
  }
  return beagle_stream_on(open);
}

FILE* tmpfile(void) {
  return beagle_stream_on(beagle_open_file(beagle_new_file(), OpenRead | OpenWrite, 0, 1));
}
FILE* tmpfile64(void) {
  return tmpfile();
}

static int isStandard(const FILE* stream) {
  return beagle_same_object(stream, stdin) || beagle_same_object(stream, stdout) ||
         beagle_same_object(stream, stderr);
}

int fclose(FILE* stream) {
  struct Open* open = beagle_open_of(stream);
  if (open && open->kind == InMemory) beagle_end_memory(stream);
  if (open) {
    beagle_keep(open);
    beagle_end_stream(open);
  }
  stream->open = NOTHING;
  if (!isStandard(stream)) free(stream);
  return open ? 0 : EndOfFile;
}

FILE* freopen(const char* name, const char* mode, FILE* stream) {
  if (!name) beagle_unsupported("freopen without a name");
  struct Open* old = beagle_open_of(stream);
  if (old && old->kind == OnStream) beagle_unsupported("freopen of a stream that the entry gets");
  if (old && old->kind == InMemory) beagle_unsupported("freopen of a stream in memory");
  if (old) {
    beagle_keep(old);
    beagle_end_stream(old);
  }
  struct Open* open = openBy(name, mode); // the lowest descriptor is the one that has just become free
  stream->flags = stream->unreadCount = 0;
  if (!open) beagle_unsupported("a stream that freopen could not open again");
  stream->open = open;
  stream->descriptor = open->descriptor;
  return stream;
}
FILE* freopen64(const char* name, const char* mode, FILE* stream) {
  return freopen(name, mode, stream);
}

// --- positions ---

static long seek(FILE* stream, long offset, int origin) {
  struct Open* open = beagle_open_of(stream);
  if (!open) {
    *__errno_location() = E_BADF;
    return -1;
  }
  // Whether the C library knows afterwards how long the text was depends on what was done before.
  if (open->kind == InMemory && (open->mode & OpenWrite)) beagle_unsupported("a seek in memory that is written");
  if (origin == 1) offset -= stream->unreadCount;
  beagle_keep(open);
  const long position = beagle_seek(open, offset, origin);
  if (position < 0) return -1;
  stream->unreadCount = 0;
  stream->flags &= ~EndSeen;
  return position;
}

int fseek(FILE* stream, long offset, int origin) {
  return seek(stream, offset, origin) < 0 ? -1 : 0;
}
int fseeko(FILE* stream, long offset, int origin) {
  return fseek(stream, offset, origin);
}
int fseeko64(FILE* stream, long offset, int origin) {
  return fseek(stream, offset, origin);
}

long ftell(FILE* stream) {
  struct Open* open = beagle_open_of(stream);
  if (!open || open->kind == OnTerminal) {
    *__errno_location() = open ? E_SPIPE : E_BADF;
    return -1;
  }
  return (long)open->position - stream->unreadCount;
}
long ftello(FILE* stream) {
  return ftell(stream);
}
long ftello64(FILE* stream) {
  return ftell(stream);
}

void rewind(FILE* stream) {
  seek(stream, 0, 0);
  stream->flags &= ~(EndSeen | ErrorSeen);
}

int fgetpos(FILE* stream, long* position) {
  *position = ftell(stream);
  return *position < 0 ? -1 : 0;
}
int fsetpos(FILE* stream, const long* position) {
  return fseek(stream, *position, 0);
}
