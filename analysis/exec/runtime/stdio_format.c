// stdio.h: what the printf family has in common.

#include "analysis/exec/runtime/stdio_format.h"

struct Conversion {
  int isLeft, hasPlus, hasSpace, isAlternate, isPaddedWithZeros;
  int isGrouped, hasLocaleDigits; ///< which changes nothing in the locale "C"
  int width;
  int precision; ///< -1: none
  enum { Char, Short, Int, Long, LongDouble } length;
  char kind;
};

typedef __builtin_va_list Arguments[1];

static void put(struct Sink* sink, char c) {
  sink->put(sink, &c, 1);
}

static void putTimes(struct Sink* sink, char c, int times) {
  for (; times > 0; --times) put(sink, c);
}

static void putText(struct Sink* sink, const char* text, int length) {
  if (length > 0) sink->put(sink, text, (size_t)length);
}

/// Prefix and text in their field.
static void putField(struct Sink* sink, const struct Conversion* how, const char* prefix, int zeros,
                     const char* text, int length) {
  const int prefixLength = (int)strlen(prefix);
  const int blanks = how->width - prefixLength - zeros - length;
  if (!how->isLeft) putTimes(sink, ' ', blanks);
  putText(sink, prefix, prefixLength);
  putTimes(sink, '0', zeros);
  putText(sink, text, length);
  if (how->isLeft) putTimes(sink, ' ', blanks);
}

/// The decimal digits of the value, the last one before `end`; how many. The value is compared with powers of
/// ten, not divided, until its length is known: what the engine has to solve are comparisons.
static int decimalDigits(u64 value, char* end) {
  int count = 1;
  for (u64 power = 10; count < 20 && value >= power; ++count) power *= 10;
  for (int i = 1; i <= count; ++i, value /= 10) end[-i] = (char)('0' + value % 10);
  return count;
}

static int binaryDigits(u64 value, int bits, int isUpper, char* end) {
  const u64 mask = (1UL << bits) - 1;
  int count = 1;
  while (count * bits < 64 && value >> (count * bits)) ++count;
  for (int i = 1; i <= count; ++i, value >>= bits) {
    const char digit = (char)(value & mask);
    end[-i] = (char)('0' + digit + (digit > 9) * ((isUpper ? 'A' : 'a') - '0' - 10));
  }
  return count;
}

static void putInteger(struct Sink* sink, const struct Conversion* how, u64 value, const char* sign) {
  char buffer[72];
  char* end = buffer + sizeof buffer;
  const char* prefix = sign;
  int count = 0;
  if (how->precision != 0 || value != 0) {
    switch (how->kind) {
    case 'o':
      count = binaryDigits(value, 3, 0, end);
      break;
    case 'x':
      count = binaryDigits(value, 4, 0, end);
      break;
    case 'X':
      count = binaryDigits(value, 4, 1, end);
      break;
    case 'b':
    case 'B':
      count = binaryDigits(value, 1, 0, end);
      break;
    default:
      count = decimalDigits(value, end);
      break;
    }
  }
  int zeros = how->precision - count;
  if (how->isAlternate) {
    if (how->kind == 'x' && value != 0) prefix = "0x";
    if (how->kind == 'X' && value != 0) prefix = "0X";
    if (how->kind == 'b' && value != 0) prefix = "0b";
    if (how->kind == 'B' && value != 0) prefix = "0B";
    if (how->kind == 'o' && zeros <= 0 && (value != 0 || count == 0)) zeros = 1;
  }
  if (how->isPaddedWithZeros && !how->isLeft && how->precision < 0) {
    const int room = how->width - (int)strlen(prefix) - count;
    if (room > zeros) zeros = room;
  }
  putField(sink, how, prefix, zeros > 0 ? zeros : 0, end - count, count);
}

static u64 unsignedArgument(const struct Conversion* how, Arguments* arguments) {
  switch (how->length) {
  case Char:
    return (byte) __builtin_va_arg(**arguments, int);
  case Short:
    return (u16) __builtin_va_arg(**arguments, int);
  case Int:
    return __builtin_va_arg(**arguments, u32);
  default:
    return __builtin_va_arg(**arguments, u64);
  }
}

static long signedArgument(const struct Conversion* how, Arguments* arguments) {
  switch (how->length) {
  case Char:
    return (signed char)__builtin_va_arg(**arguments, int);
  case Short:
    return (short)__builtin_va_arg(**arguments, int);
  case Int:
    return __builtin_va_arg(**arguments, int);
  default:
    return __builtin_va_arg(**arguments, long);
  }
}

static void putSigned(struct Sink* sink, const struct Conversion* how, long value) {
  if (value < 0)
    putInteger(sink, how, 0 - (u64)value, "-");
  else
    putInteger(sink, how, (u64)value, how->hasPlus ? "+" : how->hasSpace ? " " : "");
}

static void putPointer(struct Sink* sink, struct Conversion* how, const void* pointer) {
  if (!pointer) {
    putField(sink, how, "", 0, "(nil)", 5);
    return;
  }
  how->kind = 'x';
  how->isAlternate = 0;
  putInteger(sink, how, (u64)pointer, how->hasPlus ? "+0x" : how->hasSpace ? " 0x" : "0x");
}

static void putString(struct Sink* sink, const struct Conversion* how, const char* text) {
  if (!text) text = how->precision < 0 || how->precision >= 6 ? "(null)" : "";
  const size_t length = how->precision < 0 ? strlen(text) : strnlen(text, (size_t)how->precision);
  putField(sink, how, "", 0, text, (int)length);
}

static void putFloat(struct Sink* sink, const struct Conversion* how, Arguments* arguments) {
  char spec[40], text[512];
  char* at = spec;
  *at++ = '%';
  if (how->isLeft) *at++ = '-';
  if (how->hasPlus) *at++ = '+';
  if (how->hasSpace) *at++ = ' ';
  if (how->isAlternate) *at++ = '#';
  if (how->isPaddedWithZeros) *at++ = '0';
  char digits[24];
  char* end = digits + sizeof digits;
  if (how->width > 0) {
    const int count = decimalDigits((u64)how->width, end);
    for (int i = count; i > 0; --i) *at++ = end[-i];
  }
  if (how->precision >= 0) {
    *at++ = '.';
    const int count = decimalDigits((u64)how->precision, end);
    for (int i = count; i > 0; --i) *at++ = end[-i];
  }
  if (how->length == LongDouble) *at++ = 'L';
  *at++ = how->kind;
  *at = 0;
  long double large = 0;
  double small = 0;
  if (how->length == LongDouble)
    large = __builtin_va_arg(**arguments, long double);
  else
    small = __builtin_va_arg(**arguments, double);
  const void* value = how->length == LongDouble ? (void*)&large : (void*)&small;
  const size_t length = beagle_format_float(text, sizeof text, spec, value);
  if (length >= sizeof text) beagle_unsupported("a floating-point number of more than 511 characters");
  putText(sink, text, (int)length);
}

static void storeCount(const struct Conversion* how, size_t count, void* target) {
  switch (how->length) {
  case Char:
    *(signed char*)target = (signed char)count;
    break;
  case Short:
    *(short*)target = (short)count;
    break;
  case Int:
    *(int*)target = (int)count;
    break;
  default:
    *(long*)target = (long)count;
    break;
  }
}

static const char* readFlags(const char* at, struct Conversion* how) {
  for (;; ++at) {
    switch (*at) {
    case '-':
      how->isLeft = 1;
      break;
    case '+':
      how->hasPlus = 1;
      break;
    case ' ':
      how->hasSpace = 1;
      break;
    case '#':
      how->isAlternate = 1;
      break;
    case '0':
      how->isPaddedWithZeros = 1;
      break;
    case '\'':
      how->isGrouped = 1;
      break;
    case 'I':
      how->hasLocaleDigits = 1;
      break;
    default:
      return at;
    }
  }
}

static const char* readNumber(const char* at, int* number) {
  for (*number = 0; *at >= '0' && *at <= '9'; ++at) *number = *number * 10 + (*at - '0');
  return at;
}

static const char* readSize(const char* at, struct Conversion* how, Arguments* arguments) {
  if (*at == '*') {
    ++at;
    how->width = __builtin_va_arg(**arguments, int);
    if (how->width < 0) {
      how->isLeft = 1;
      how->width = -how->width;
    }
  } else {
    at = readNumber(at, &how->width);
  }
  if (*at == '$') beagle_unsupported("a format with numbered arguments");
  if (*at != '.') return at;
  ++at;
  if (*at == '*') {
    how->precision = __builtin_va_arg(**arguments, int);
    if (how->precision < 0) how->precision = -1;
    return at + 1;
  }
  return readNumber(at, &how->precision);
}

static const char* readLength(const char* at, struct Conversion* how) {
  switch (*at) {
  case 'h':
    if (at[1] == 'h') {
      how->length = Char;
      return at + 2;
    }
    how->length = Short;
    return at + 1;
  case 'l':
    how->length = Long;
    return at[1] == 'l' ? at + 2 : at + 1;
  case 'q':
  case 'j':
  case 'z':
  case 'Z':
  case 't':
    how->length = Long;
    return at + 1;
  case 'L':
    how->length = LongDouble;
    return at + 1;
  default:
    return at;
  }
}

static void putNumber(struct Sink* sink, int number) {
  char buffer[24];
  char* end = buffer + sizeof buffer;
  const int count = decimalDigits((u64)number, end);
  putText(sink, end - count, count);
}

/// A conversion that nobody knows is text, in an order of its own and without its length.
static void putUnknown(struct Sink* sink, const struct Conversion* how) {
  put(sink, '%');
  if (how->isAlternate) put(sink, '#');
  if (how->isGrouped) put(sink, '\'');
  if (how->hasPlus)
    put(sink, '+');
  else if (how->hasSpace)
    put(sink, ' ');
  if (how->isLeft) put(sink, '-');
  if (how->isPaddedWithZeros && !how->isLeft) put(sink, '0');
  if (how->hasLocaleDigits) put(sink, 'I');
  if (how->width != 0) putNumber(sink, how->width);
  if (how->precision != -1) {
    put(sink, '.');
    putNumber(sink, how->precision);
  }
  if (how->kind) put(sink, how->kind);
}

/// Whether it is known.
static int convert(struct Sink* sink, struct Conversion* how, Arguments* arguments) {
  switch (how->kind) {
  case 'd':
  case 'i':
    putSigned(sink, how, signedArgument(how, arguments));
    return 1;
  case 'u':
  case 'o':
  case 'x':
  case 'X':
  case 'b':
  case 'B':
    putInteger(sink, how, unsignedArgument(how, arguments), "");
    return 1;
  case 'c': {
    if (how->length == Long) beagle_unsupported("printing a wide character");
    const char c = (char)__builtin_va_arg(**arguments, int);
    putField(sink, how, "", 0, &c, 1);
    return 1;
  }
  case 's':
    if (how->length == Long) beagle_unsupported("printing a wide string");
    putString(sink, how, __builtin_va_arg(**arguments, const char*));
    return 1;
  case 'p':
    putPointer(sink, how, __builtin_va_arg(**arguments, void*));
    return 1;
  case 'n':
    storeCount(how, sink->written, __builtin_va_arg(**arguments, void*));
    return 1;
  case 'm':
    putString(sink, how, strerror(*__errno_location()));
    return 1;
  case 'a':
  case 'A':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    putFloat(sink, how, arguments);
    return 1;
  case '%':
    put(sink, '%');
    return 1;
  case 'C':
    beagle_unsupported("printing a wide character");
  case 'S':
    beagle_unsupported("printing a wide string");
  default:
    putUnknown(sink, how);
    return 0;
  }
}

int beagle_format(struct Sink* sink, const char* format, __builtin_va_list list) {
  Arguments arguments;
  __builtin_va_copy(arguments[0], list);
  int isKnown = 1;
  for (const char* at = format; *at; ++at) {
    if (*at != '%') {
      const char* end = at + 1;
      while (*end && *end != '%') ++end;
      putText(sink, at, (int)(end - at));
      at = end - 1;
      continue;
    }
    struct Conversion how = {.precision = -1, .length = Int};
    at = readLength(readSize(readFlags(at + 1, &how), &how, &arguments), &how);
    how.kind = *at;
    if (*at == 0 && isKnown) {
      *__errno_location() = E_INVAL;
      return -1;
    }
    if (*at == 0) { // behind one that nobody knows, it is text as well
      putUnknown(sink, &how);
      break;
    }
    if (!convert(sink, &how, &arguments)) isKnown = 0;
  }
  __builtin_va_copy(list, arguments[0]); // who goes on with it does so behind what was printed
  return (int)sink->written;
}
