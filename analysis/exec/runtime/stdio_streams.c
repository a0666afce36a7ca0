// stdio.h: the standard streams. Nothing is buffered. There are no files, and nothing can be read.

#include "analysis/exec/runtime/stdio_streams.h"

static FILE in, out, errors;
FILE *stdin = &in, *stdout = &out, *stderr = &errors;

enum { EndOfFile = -1 };

int beagle_descriptor(const FILE* stream) {
  if (stream == &out) return 1;
  if (stream == &errors) return 2;
  beagle_unsupported("writing to a stream that is neither stdout nor stderr");
}

size_t fwrite(const void* bytes, size_t size, size_t count, FILE* stream) {
  const int descriptor = beagle_descriptor(stream);
  if (size == 0) return 0;
  beagle_write(descriptor, bytes, size * count);
  return count;
}

int fputs(const char* text, FILE* stream) {
  const int descriptor = beagle_descriptor(stream);
  beagle_write(descriptor, text, strlen(text));
  return 1;
}

int puts(const char* text) {
  const size_t length = strlen(text);
  beagle_write(1, text, length);
  beagle_write(1, "\n", 1);
  return (int)length + 1;
}

int fputc(int c, FILE* stream) {
  const byte value = (byte)c;
  beagle_write(beagle_descriptor(stream), &value, 1);
  return value;
}

int putchar(int c) {
  return fputc(c, &out);
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
  return fputc(c, &out);
}
int fputs_unlocked(const char* text, FILE* stream) {
  return fputs(text, stream);
}
size_t fwrite_unlocked(const void* bytes, size_t size, size_t count, FILE* stream) {
  return fwrite(bytes, size, count, stream);
}

ssize_t write(int descriptor, const void* bytes, size_t count) {
  if (descriptor != 1 && descriptor != 2)
    beagle_unsupported("writing to a descriptor that is neither 1 nor 2");
  beagle_write(descriptor, bytes, count);
  return (ssize_t)count;
}

void perror(const char* prefix) {
  const char* message = strerror(*__errno_location());
  if (prefix && *prefix) {
    beagle_write(2, prefix, strlen(prefix));
    beagle_write(2, ": ", 2);
  }
  beagle_write(2, message, strlen(message));
  beagle_write(2, "\n", 1);
}

int fflush(FILE* stream) {
  (void)stream;
  return 0;
}
int fflush_unlocked(FILE* stream) {
  return fflush(stream);
}

int fileno(FILE* stream) {
  return stream == &in ? 0 : beagle_descriptor(stream);
}
int ferror(FILE* stream) {
  (void)stream;
  return 0;
}
int feof(FILE* stream) {
  (void)stream;
  return 0;
}
void clearerr(FILE* stream) {
  (void)stream;
}

int setvbuf(FILE* stream, char* buffer, int mode, size_t size) {
  (void)stream, (void)buffer, (void)size;
  return mode < 0 || mode > 2 ? EndOfFile : 0;
}
void setbuf(FILE* stream, char* buffer) {
  (void)stream, (void)buffer;
}
void setlinebuf(FILE* stream) {
  (void)stream;
}
void flockfile(FILE* stream) {
  (void)stream;
}
void funlockfile(FILE* stream) {
  (void)stream;
}
