// stdio.h: formatted input.

#include "analysis/exec/runtime/stdio_scan.h"

long strtol(const char* text, char** end, int base);
u64 strtoul(const char* text, char** end, int base);
double strtod(const char* text, char** end);
long double strtold(const char* text, char** end);
float strtof(const char* text, char** end);

enum { EndOfFile = -1, LongestNumber = 200 };

struct Conversion {
  int isSuppressed;
  size_t width; ///< ~0: none
  enum { Char, Short, Int, Long, LongDouble } length;
  int allocates;
  char kind;
};

struct Scan {
  struct Scanned* input;
  size_t at;
  __builtin_va_list arguments;
  int assigned;
};

enum Result { Fits, Mismatch, InputEnded };

/// The character there; 0 at the end.
static char peek(const struct Scan* scan, size_t at) {
  struct Scanned* input = scan->input;
  return input->reads && at >= input->length && !input->reads(input, at) ? 0 : input->text[at];
}

static int isEnd(const struct Scan* scan, size_t at) {
  return peek(scan, at) == 0 && (!scan->input->reads || at >= scan->input->length);
}

static int isSpace(char c) {
  return ((u32)(byte)c - '\t' < 5) | (c == ' ');
}

static void* target(struct Scan* scan, const struct Conversion* how) {
  return how->isSuppressed ? NOTHING : __builtin_va_arg(scan->arguments, void*);
}

static void storeInteger(const struct Conversion* how, void* place, u64 value) {
  switch (how->length) {
  case Char:
    *(byte*)place = (byte)value;
    break;
  case Short:
    *(u16*)place = (u16)value;
    break;
  case Int:
    *(u32*)place = (u32)value;
    break;
  default:
    *(u64*)place = value;
    break;
  }
}

static int digitBelow(char c, int base) {
  const u32 decimal = (u32)(byte)c - '0', letter = ((u32)(byte)c | 32) - 'a';
  return base <= 10 ? decimal < (u32)base : (decimal < 10) | (letter < (u32)base - 10);
}

/// What is copied of the input: a number.
struct Copy {
  const struct Scan* scan;
  size_t width; ///< most characters
  size_t length;
  char text[LongestNumber + 1];
};

/// The next character; 0 where the number may have no more.
static char next(const struct Copy* copy) {
  return copy->length < copy->width ? peek(copy->scan, copy->scan->at + copy->length) : 0;
}

static void take(struct Copy* copy, char c) {
  if (copy->length == LongestNumber) beagle_unsupported("sscanf of a number of more than 200 characters");
  copy->text[copy->length++] = c;
}

static void takeSign(struct Copy* copy) {
  const char c = next(copy);
  if (c == '-' || c == '+') take(copy, c);
}

/// How many there were.
static size_t takeDigits(struct Copy* copy, int base) {
  const size_t before = copy->length;
  for (char c; digitBelow(c = next(copy), base);) take(copy, c);
  return copy->length - before;
}

/// Whether there is an integer.
static int copyInteger(struct Copy* copy, int* base) {
  size_t digits = 0;
  takeSign(copy);
  if ((*base == 0 || *base == 16) && next(copy) == '0') {
    take(copy, '0');
    ++digits;
    const char c = next(copy);
    if (c == 'x' || c == 'X') {
      take(copy, c); // glibc asks for no digits behind it
      *base = 16;
    } else if (*base == 0) {
      *base = 8;
    }
  }
  if (*base == 0) *base = 10;
  digits += takeDigits(copy, *base);
  copy->text[copy->length] = 0;
  return digits > 0;
}

static enum Result scanInteger(struct Scan* scan, const struct Conversion* how) {
  struct Copy copy = {.scan = scan, .width = how->width};
  int base = how->kind == 'i'                                           ? 0
             : how->kind == 'o'                                         ? 8
             : how->kind == 'x' || how->kind == 'X' || how->kind == 'p' ? 16
                                                                        : 10;
  const int isThere = copyInteger(&copy, &base);
  scan->at += copy.length; // a sign without digits, too: only one character can be given back
  if (!isThere) return Mismatch;
  const int isSigned = how->kind == 'd' || how->kind == 'i';
  const u64 value = isSigned ? (u64)strtol(copy.text, NOTHING, base) : strtoul(copy.text, NOTHING, base);
  if (how->isSuppressed) return Fits;
  storeInteger(how, target(scan, how), value);
  ++scan->assigned;
  return Fits;
}

/// Whether all of the word is there, in letters of any size. What there is of it is taken.
static int takeWord(struct Copy* copy, const char* word) {
  for (; *word; ++word) {
    const char c = next(copy);
    if ((c | 32) != *word) return 0;
    take(copy, c);
  }
  return 1;
}

/// How many digits there are, before a point and after it.
static size_t takeFraction(struct Copy* copy, int base) {
  size_t digits = takeDigits(copy, base);
  if (next(copy) == '.') {
    take(copy, '.');
    digits += takeDigits(copy, base);
  }
  return digits;
}

/// Whether there is a number. `nan(...)` is none here, but for its first letters.
static int isFloatTaken(struct Copy* copy) {
  takeSign(copy);
  const char first = next(copy);
  if ((first | 32) == 'n') return takeWord(copy, "nan");
  if ((first | 32) == 'i') return takeWord(copy, "inf") && ((next(copy) | 32) != 'i' || takeWord(copy, "inity"));
  int isHexadecimal = 0;
  size_t digits = 0;
  if (first == '0') {
    take(copy, first);
    const char x = next(copy);
    isHexadecimal = (x | 32) == 'x';
    if (isHexadecimal) take(copy, x);
    else ++digits;
  }
  const size_t before = copy->length;
  digits += takeFraction(copy, isHexadecimal ? 16 : 10);
  const char exponent = next(copy);
  if (digits > 0 && (exponent | 32) == (isHexadecimal ? 'p' : 'e')) {
    take(copy, exponent);
    takeSign(copy);
    takeDigits(copy, 10); // glibc asks for none
  }
  return isHexadecimal ? copy->length > before : digits > 0; // after 0x, glibc asks for no digits, only for something
}

static int copyFloat(struct Copy* copy) {
  const int isTaken = isFloatTaken(copy);
  copy->text[copy->length] = 0;
  return isTaken;
}

static enum Result scanFloat(struct Scan* scan, const struct Conversion* how) {
  struct Copy copy = {.scan = scan, .width = how->width};
  const int isThere = copyFloat(&copy);
  scan->at += copy.length;
  if (!isThere) return Mismatch;
  if (how->isSuppressed) return Fits;
  void* place = target(scan, how);
  if (how->length == Long)
    *(double*)place = strtod(copy.text, NOTHING);
  else if (how->length == LongDouble)
    *(long double*)place = strtold(copy.text, NOTHING);
  else
    *(float*)place = strtof(copy.text, NOTHING);
  ++scan->assigned;
  return Fits;
}

/// A set between brackets: which bytes are in it; behind its end.
static const char* readSet(const char* at, byte* set) {
  const int isInverted = *at == '^';
  if (isInverted) ++at;
  for (int i = 0; i < 256; ++i) set[i] = (byte)isInverted;
  for (int isFirst = 1; *at && (isFirst || *at != ']'); isFirst = 0, ++at) {
    byte from = (byte)*at, to = from;
    if (at[1] == '-' && at[2] && at[2] != ']' && (byte)at[2] >= from) {
      to = (byte)at[2];
      at += 2;
    }
    for (u32 c = from; c <= to; ++c) set[c] = (byte)!isInverted;
  }
  return *at ? at + 1 : at;
}

/// Characters that are in the set, or without one: up to white space, or as many as the width says.
static enum Result scanText(struct Scan* scan, const struct Conversion* how, const byte* set) {
  size_t length = 0;
  if (how->kind == 'c') {
    const size_t width = how->width == ~0UL ? 1 : how->width;
    while (length < width && !isEnd(scan, scan->at + length)) ++length;
    if (length == 0) return InputEnded;
  } else if (set) {
    while (length < how->width && !isEnd(scan, scan->at + length) && set[(byte)peek(scan, scan->at + length)]) ++length;
  } else {
    while (length < how->width && !isSpace(peek(scan, scan->at + length)) && !isEnd(scan, scan->at + length)) ++length;
  }
  if (length == 0) return isEnd(scan, scan->at) ? InputEnded : Mismatch;
  const size_t from = scan->at;
  scan->at += length;
  if (how->isSuppressed) return Fits;
  char* to = target(scan, how);
  if (how->allocates) {
    char** place = (char**)(void*)to;
    to = *place = malloc(length + 1);
    if (!to) return InputEnded;
  }
  for (size_t i = 0; i < length; ++i) to[i] = peek(scan, from + i);
  if (how->kind != 'c') to[length] = 0;
  ++scan->assigned;
  return Fits;
}

static const char* readConversion(const char* at, struct Conversion* how) {
  for (; *at == '*' || *at == '\'' || *at == 'I'; ++at) // of which the last two change nothing in the locale "C"
    if (*at == '*') how->isSuppressed = 1;
  if (*at >= '0' && *at <= '9') {
    for (how->width = 0; *at >= '0' && *at <= '9'; ++at) how->width = how->width * 10 + (size_t)(*at - '0');
    if (how->width == 0) how->width = ~0UL;
  }
  if (*at == '$') beagle_unsupported("a format with numbered arguments");
  if (*at == 'm') {
    how->allocates = 1;
    ++at;
  }
  switch (*at) {
  case 'h':
    how->length = at[1] == 'h' ? Char : Short;
    at += at[1] == 'h' ? 2 : 1;
    break;
  case 'l':
    how->length = at[1] == 'l' ? LongDouble : Long;
    at += at[1] == 'l' ? 2 : 1;
    break;
  case 'q':
  case 'L':
    how->length = LongDouble, ++at;
    break;
  case 'j':
  case 'z':
  case 't':
    how->length = Long, ++at;
    break;
  default:
    break;
  }
  how->kind = *at;
  return *at ? at + 1 : at;
}

static int isKnown(char kind) {
  return kind != 0 && strchr("diuoxXpaAeEfFgGcs[n%", kind) != 0;
}

static enum Result convert(struct Scan* scan, struct Conversion* how, const char** format) {
  if (how->kind == 'C' || how->kind == 'S') beagle_unsupported("sscanf of wide characters");
  byte set[256];
  const int takesSpace = how->kind == 'c' || how->kind == '[' || how->kind == 'n';
  if (how->kind == '[') *format = readSet(*format, set);
  if (!takesSpace) {
    while (isSpace(peek(scan, scan->at))) ++scan->at;
    if (isEnd(scan, scan->at) && isKnown(how->kind)) return InputEnded;
  }
  switch (how->kind) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    return scanInteger(scan, how);
  case 'p':
    how->length = Long;
    return scanInteger(scan, how);
  case 'a':
  case 'A':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    return scanFloat(scan, how);
  case 'c':
  case 's':
    if (how->length == Long) beagle_unsupported("sscanf of wide characters");
    return scanText(scan, how, NOTHING);
  case '[':
    return scanText(scan, how, set);
  case 'n':
    if (!how->isSuppressed) storeInteger(how, target(scan, how), scan->at);
    return Fits;
  case '%':
    if (peek(scan, scan->at) != '%') return Mismatch;
    ++scan->at;
    return Fits;
  default:
    return Mismatch;
  }
}

/// Whether the directive has looked at the character behind what it took. For integers, glibc always does.
static int looksAhead(const struct Conversion* how, size_t taken) {
  switch (how->kind) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
  case 'p':
    if (taken > 0) return 1;
    break;
  default:
    break;
  }
  return how->kind != 'c' && how->kind != 'n' && how->kind != '%' && taken < how->width;
}

int beagle_scan(struct Scanned* input, const char* format, __builtin_va_list arguments, size_t* used, int* sawEnd) {
  struct Scan scan = {.input = input};
  __builtin_va_copy(scan.arguments, arguments);
  enum Result result = Fits;
  *sawEnd = 0;
  while (*format && result == Fits) {
    if (isSpace(*format)) {
      while (isSpace(peek(&scan, scan.at))) ++scan.at;
      if (isEnd(&scan, scan.at)) *sawEnd = 1;
      ++format;
    } else if (*format != '%') {
      result = isEnd(&scan, scan.at) ? InputEnded : peek(&scan, scan.at) != *format ? Mismatch : Fits;
      if (result == Fits) ++scan.at, ++format;
    } else {
      struct Conversion how = {.width = ~0UL, .length = Int};
      format = readConversion(format + 1, &how);
      const size_t before = scan.at;
      result = convert(&scan, &how, &format);
      if (looksAhead(&how, scan.at - before) && isEnd(&scan, scan.at)) *sawEnd = 1;
    }
  }
  if (result == InputEnded) *sawEnd = 1;
  *used = scan.at;
  return result == InputEnded && scan.assigned == 0 ? EndOfFile : scan.assigned;
}

int vsscanf(const char* text, const char* format, __builtin_va_list arguments) {
  size_t used;
  int sawEnd;
  struct Scanned input = {.text = text};
  return beagle_scan(&input, format, arguments, &used, &sawEnd);
}

int sscanf(const char* text, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int assigned = vsscanf(text, format, arguments);
  __builtin_va_end(arguments);
  return assigned;
}

// Programs in C99 and later call these. C23's also reads the prefix 0b, which nobody writes.
int __isoc99_vsscanf(const char* text, const char* format, __builtin_va_list arguments) {
  return vsscanf(text, format, arguments);
}
int __isoc23_vsscanf(const char* text, const char* format, __builtin_va_list arguments) {
  return vsscanf(text, format, arguments);
}

int __isoc99_sscanf(const char* text, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int assigned = vsscanf(text, format, arguments);
  __builtin_va_end(arguments);
  return assigned;
}

int __isoc23_sscanf(const char* text, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int assigned = vsscanf(text, format, arguments);
  __builtin_va_end(arguments);
  return assigned;
}
