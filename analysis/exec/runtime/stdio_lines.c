// stdio.h: reading lines.

#include "analysis/exec/runtime/stdio_streams.h"

char* fgets(char* text, int size, FILE* stream) {
  if (size <= 0) return NOTHING;
  int length = 0;
  while (length < size - 1) {
    const int c = beagle_get(stream);
    if (c < 0) {
      if (length == 0) return NOTHING;
      break;
    }
    text[length++] = (char)c;
    if (c == '\n') break;
  }
  text[length] = 0;
  return text;
}
char* fgets_unlocked(char* text, int size, FILE* stream) {
  return fgets(text, size, stream);
}
char* __fgets_chk(char* text, size_t room, int size, FILE* stream) {
  if (size > 0 && (size_t)size > room) __chk_fail();
  return fgets(text, size, stream);
}

char* gets(char* text) {
  size_t length = 0;
  for (;;) {
    const int c = beagle_get(stdin);
    if (c < 0 && length == 0) return NOTHING;
    if ((c < 0) | (c == '\n')) break;
    text[length++] = (char)c;
  }
  text[length] = 0;
  return text;
}

enum { FirstLine = 120 };

/// Room for the line so far, one more character and the NUL.
static int makeRoom(char** line, size_t* size, size_t length) {
  const size_t needed = length + 2;
  if (needed <= *size) return 1;
  beagle_approximate("how much room getline makes for a long line");
  char* grown = realloc(*line, needed < 2 * *size ? 2 * *size : needed);
  if (!grown) return 0;
  beagle_make_opaque(grown); // what is behind the text is not the same everywhere
  *size = needed < 2 * *size ? 2 * *size : needed;
  *line = grown;
  return 1;
}

ssize_t getdelim(char** line, size_t* size, int delimiter, FILE* stream) {
  if (!line || !size) {
    *__errno_location() = E_INVAL;
    return -1;
  }
  if (!*line || *size == 0) {
    char* made = malloc(FirstLine); // a line of size 0 is left to whoever has it
    if (!made) return -1;
    beagle_make_opaque(made);
    *line = made;
    *size = FirstLine;
  }
  size_t length = 0;
  for (;;) {
    const int c = beagle_get(stream);
    if (c < 0) {
      if (length == 0) return -1;
      break;
    }
    if (!makeRoom(line, size, length)) return -1;
    (*line)[length++] = (char)c;
    if (c == (byte)delimiter) break;
  }
  (*line)[length] = 0;
  return (ssize_t)length;
}
ssize_t __getdelim(char** line, size_t* size, int delimiter, FILE* stream) {
  return getdelim(line, size, delimiter, stream);
}
ssize_t getline(char** line, size_t* size, FILE* stream) {
  return getdelim(line, size, '\n', stream);
}
