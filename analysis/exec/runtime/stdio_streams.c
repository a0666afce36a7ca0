// stdio.h: streams. Nothing is buffered, but in memory.

#include "analysis/exec/runtime/stdio_streams.h"

static FILE in, out = {.descriptor = 1}, errors = {.descriptor = 2};
FILE *stdin = &in, *stdout = &out, *stderr = &errors;

struct Open* beagle_open_of(FILE* stream) {
  if (stream->open) return stream->open->descriptor < 0 ? stream->open : beagle_open_at(stream->descriptor);
  if (stream->input) {
    struct File* file = beagle_new_file();
    file->root = stream->input;
    file->state = NotLookedAt;
    struct Open* open = malloc(sizeof *open);
    open->kind = OnStream;
    open->mode = OpenRead | OpenWrite;
    open->descriptor = -1;
    open->file = file;
    open->position = open->written = 0;
    open->buffer = Full;
    return stream->open = open;
  }
  if (!beagle_same_object(stream, &in) && !beagle_same_object(stream, &out) && !beagle_same_object(stream, &errors))
    beagle_unsupported("a stream that nobody has opened");
  return stream->open = beagle_open_at(stream->descriptor);
}

struct Open* beagle_writable(FILE* stream) {
  struct Open* open = beagle_open_of(stream);
  if (open && (open->mode & OpenWrite)) return open;
  stream->flags |= ErrorSeen;
  *__errno_location() = E_BADF;
  return NOTHING;
}

int beagle_get(FILE* stream) {
  if (stream->unreadCount > 0) return stream->unread[--stream->unreadCount];
  struct Open* open = beagle_open_of(stream);
  if (!open || !(open->mode & OpenRead)) {
    stream->flags |= ErrorSeen;
    *__errno_location() = E_BADF;
    return EndOfFile;
  }
  const int c = beagle_read_byte(open);
  if (c < 0) stream->flags |= EndSeen;
  return c;
}

// --- bytes out ---

size_t fwrite(const void* bytes, size_t size, size_t count, FILE* stream) {
  if (size * count == 0) return 0; // glibc does not even look at the stream
  struct Open* open = beagle_writable(stream);
  if (!open) return 0;
  beagle_write_bytes(open, bytes, size * count);
  return count;
}

static int writeText(const char* text, FILE* stream) {
  struct Open* open = beagle_writable(stream);
  if (!open) return EndOfFile;
  beagle_write_bytes(open, text, strlen(text));
  return 1;
}

int fputs(const char* text, FILE* stream) {
  return writeText(text, stream);
}

int fputc(int c, FILE* stream) {
  const byte value = (byte)c;
  struct Open* open = beagle_writable(stream);
  if (!open) return EndOfFile;
  beagle_write_bytes(open, &value, 1);
  return value;
}

int puts(const char* text) {
  const size_t length = strlen(text);
  if (writeText(text, stdout) < 0) return EndOfFile;
  fputc('\n', stdout);
  return (int)length + 1;
}

int putchar(int c) {
  return fputc(c, stdout);
}
int putc(int c, FILE* stream) {
  return fputc(c, stream);
}
int _IO_putc(int c, FILE* stream) {
  return fputc(c, stream);
}
int __overflow(FILE* stream, int c) {
  return fputc(c, stream);
}
int fputc_unlocked(int c, FILE* stream) {
  return fputc(c, stream);
}
int putc_unlocked(int c, FILE* stream) {
  return fputc(c, stream);
}
int putchar_unlocked(int c) {
  return fputc(c, stdout);
}
int fputs_unlocked(const char* text, FILE* stream) {
  return fputs(text, stream);
}
size_t fwrite_unlocked(const void* bytes, size_t size, size_t count, FILE* stream) {
  return fwrite(bytes, size, count, stream);
}

int putw(int word, FILE* stream) {
  return fwrite(&word, sizeof word, 1, stream) == 1 ? 0 : EndOfFile;
}

void perror(const char* prefix) {
  const char* message = strerror(*__errno_location());
  if (prefix && *prefix) {
    writeText(prefix, stderr);
    writeText(": ", stderr);
  }
  writeText(message, stderr);
  writeText("\n", stderr);
}

// --- bytes in ---

int fgetc(FILE* stream) {
  return beagle_get(stream);
}
int getc(FILE* stream) {
  return beagle_get(stream);
}
int _IO_getc(FILE* stream) {
  return beagle_get(stream);
}
int __uflow(FILE* stream) {
  return beagle_get(stream);
}
int getchar(void) {
  return beagle_get(stdin);
}
int fgetc_unlocked(FILE* stream) {
  return beagle_get(stream);
}
int getc_unlocked(FILE* stream) {
  return beagle_get(stream);
}
int getchar_unlocked(void) {
  return beagle_get(stdin);
}

int ungetc(int c, FILE* stream) {
  if (c == EndOfFile) return EndOfFile;
  if (stream->unreadCount == (int)sizeof stream->unread) return EndOfFile;
  stream->unread[stream->unreadCount++] = (byte)c;
  stream->flags &= ~EndSeen;
  return (byte)c;
}

size_t fread(void* bytes, size_t size, size_t count, FILE* stream) {
  const size_t wanted = size * count;
  if (wanted == 0) return 0;
  byte* to = bytes;
  size_t got = 0;
  for (; got < wanted; ++got) {
    const int c = beagle_get(stream);
    if (c < 0) break;
    to[got] = (byte)c;
  }
  return got == wanted ? count : got / size;
}
size_t fread_unlocked(void* bytes, size_t size, size_t count, FILE* stream) {
  return fread(bytes, size, count, stream);
}
size_t __fread_chk(void* bytes, size_t room, size_t size, size_t count, FILE* stream) {
  if (size * count > room) __chk_fail();
  return fread(bytes, size, count, stream);
}

int getw(FILE* stream) {
  int word;
  return fread(&word, sizeof word, 1, stream) == 1 ? word : EndOfFile;
}

// --- what they are ---

int fflush(FILE* stream) {
  beagle_flush_memory(stream);
  struct Open* open = stream ? beagle_open_of(stream) : NOTHING;
  if (open) beagle_keep(open);
  if (!stream) beagle_keep_file(NOTHING);
  return 0;
}
int fflush_unlocked(FILE* stream) {
  return fflush(stream);
}

int fileno(FILE* stream) {
  struct Open* open = beagle_open_of(stream);
  if (open && open->kind == OnStream) beagle_elsewhere();
  if (open && open->descriptor >= 0) return open->descriptor;
  *__errno_location() = E_BADF;
  return -1;
}
int fileno_unlocked(FILE* stream) {
  struct Open* open = beagle_open_of(stream);
  if (open && open->kind == OnStream) beagle_elsewhere();
  return fileno(stream);
}
int ferror(FILE* stream) {
  return (stream->flags & ErrorSeen) != 0;
}
int ferror_unlocked(FILE* stream) {
  return ferror(stream);
}
int feof(FILE* stream) {
  return (stream->flags & EndSeen) != 0;
}
int feof_unlocked(FILE* stream) {
  return feof(stream);
}
void clearerr(FILE* stream) {
  stream->flags &= ~(EndSeen | ErrorSeen);
}
void clearerr_unlocked(FILE* stream) {
  clearerr(stream);
}

int setvbuf(FILE* stream, char* buffer, int mode, size_t size) {
  (void)buffer, (void)size;
  if (mode < Full || mode > Direct) return EndOfFile;
  struct Open* open = beagle_open_of(stream);
  if (open) open->buffer = mode;
  return 0;
}
void setbuf(FILE* stream, char* buffer) {
  setvbuf(stream, buffer, buffer ? Full : Direct, 0);
}
void setbuffer(FILE* stream, char* buffer, size_t size) {
  (void)size;
  setbuf(stream, buffer);
}
void setlinebuf(FILE* stream) {
  setvbuf(stream, NOTHING, Lines, 0);
}
void flockfile(FILE* stream) {
  (void)stream;
}
void funlockfile(FILE* stream) {
  (void)stream;
}
int ftrylockfile(FILE* stream) {
  (void)stream;
  return 0;
}
