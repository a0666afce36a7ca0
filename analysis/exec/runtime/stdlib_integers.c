// stdlib.h: integers from text, and what little arithmetic there is.

#include "analysis/exec/runtime/runtime.h"

typedef struct {
  int quot, rem;
} Division;
typedef struct {
  long quot, rem;
} LongDivision;

enum { NoDigit = 99 };

/// All bits, or none.
static u32 maskOf(int condition) {
  return 0 - (u32)condition;
}

/// A digit of base 36, or NoDigit. `?:` would be a branch.
static u32 digitOf(char c) {
  const u32 decimal = (u32)(byte)c - '0', letter = ((u32)(byte)c | 32) - 'a';
  return NoDigit - (maskOf(decimal < 10) & (NoDigit - decimal)) -
         (maskOf(letter < 26) & (NoDigit - 10 - letter));
}

static int isSpace(char c) {
  return ((u32)(byte)c - '\t' < 5) | (c == ' ');
}

/// What a text starts with: [space] [sign] [prefix] digits.
struct Number {
  u64 magnitude;
  int isNegative;
  int isTooLarge; ///< for 64 bits without a sign
  size_t digits;
};

/// How many digits of the base are sure to be less than 2^63, so that nothing has to be asked.
static size_t safeDigits(u32 base) {
  return base <= 10 ? 18 : base <= 16 ? 15 : 12;
}

static struct Number scan(const char* text, char** end, int base, int binary) {
  struct Number number = {0, 0, 0, 0};
  const char* at = text;
  while (isSpace(*at)) ++at;
  if (*at == '-') {
    number.isNegative = 1;
    ++at;
  } else if (*at == '+') {
    ++at;
  }
  if (base == 0 || base == 16 || (base == 2 && binary)) {
    if (*at == '0') {
      if (base != 2 && (at[1] == 'x' || at[1] == 'X') && digitOf(at[2]) < 16) {
        at += 2;
        base = 16;
      } else if (base != 16 && binary && (at[1] == 'b' || at[1] == 'B') && digitOf(at[2]) < 2) {
        at += 2;
        base = 2;
      } else if (base == 0) {
        base = 8;
      }
    } else if (base == 0) {
      base = 10;
    }
  }
  const u64 radix = (u64)base;
  const size_t safe = safeDigits((u32)base);
  for (;; ++at, ++number.digits) {
    // One subtraction is all that a decimal digit takes.
    const u32 digit = base <= 10 ? (u32)(byte)*at - '0' : digitOf(*at);
    if (digit >= (u32)base) break;
    if (number.digits >= safe && (number.magnitude > (~0UL - digit) / radix)) number.isTooLarge = 1;
    number.magnitude = number.magnitude * radix + digit;
  }
  if (end) *end = (char*)(number.digits > 0 ? at : text);
  return number;
}

static int isBase(int base) {
  if (base >= 0 && base != 1 && base <= 36) return 1;
  *__errno_location() = E_INVAL;
  return 0;
}

static long parseSigned(const char* text, char** end, int base, int binary) {
  if (!isBase(base)) return 0;
  const struct Number number = scan(text, end, base, binary);
  const u64 most = 0x7fffffffffffffffUL + (u64)number.isNegative;
  if (number.isTooLarge || (number.digits > 12 && number.magnitude > most)) {
    *__errno_location() = E_RANGE;
    return (long)most;
  }
  return (long)(number.isNegative ? 0 - number.magnitude : number.magnitude);
}

static u64 parseUnsigned(const char* text, char** end, int base, int binary) {
  if (!isBase(base)) return 0;
  const struct Number number = scan(text, end, base, binary);
  if (number.isTooLarge) {
    *__errno_location() = E_RANGE;
    return ~0UL;
  }
  return number.isNegative ? 0 - number.magnitude : number.magnitude;
}

long strtol(const char* text, char** end, int base) {
  return parseSigned(text, end, base, 0);
}
long long strtoll(const char* text, char** end, int base) {
  return parseSigned(text, end, base, 0);
}
long strtoimax(const char* text, char** end, int base) {
  return parseSigned(text, end, base, 0);
}
long strtoq(const char* text, char** end, int base) {
  return parseSigned(text, end, base, 0);
}
u64 strtoul(const char* text, char** end, int base) {
  return parseUnsigned(text, end, base, 0);
}
unsigned long long strtoull(const char* text, char** end, int base) {
  return parseUnsigned(text, end, base, 0);
}
u64 strtoumax(const char* text, char** end, int base) {
  return parseUnsigned(text, end, base, 0);
}
u64 strtouq(const char* text, char** end, int base) {
  return parseUnsigned(text, end, base, 0);
}

// C23 also knows the prefix 0b.
long __isoc23_strtol(const char* text, char** end, int base) {
  return parseSigned(text, end, base, 1);
}
long long __isoc23_strtoll(const char* text, char** end, int base) {
  return parseSigned(text, end, base, 1);
}
long __isoc23_strtoimax(const char* text, char** end, int base) {
  return parseSigned(text, end, base, 1);
}
u64 __isoc23_strtoul(const char* text, char** end, int base) {
  return parseUnsigned(text, end, base, 1);
}
unsigned long long __isoc23_strtoull(const char* text, char** end, int base) {
  return parseUnsigned(text, end, base, 1);
}
u64 __isoc23_strtoumax(const char* text, char** end, int base) {
  return parseUnsigned(text, end, base, 1);
}

// What glibc's macros and inline functions call.
long __strtol_internal(const char* text, char** end, int base, int group) {
  return group ? (beagle_unsupported("strtol with grouped digits"), 0) : parseSigned(text, end, base, 0);
}
u64 __strtoul_internal(const char* text, char** end, int base, int group) {
  return group ? (beagle_unsupported("strtoul with grouped digits"), 0) : parseUnsigned(text, end, base, 0);
}

int atoi(const char* text) {
  return (int)parseSigned(text, NOTHING, 10, 0);
}
long atol(const char* text) {
  return parseSigned(text, NOTHING, 10, 0);
}
long long atoll(const char* text) {
  return parseSigned(text, NOTHING, 10, 0);
}

int abs(int value) {
  return value < 0 ? -value : value;
}
long labs(long value) {
  return value < 0 ? -value : value;
}
long long llabs(long long value) {
  return value < 0 ? -value : value;
}
long imaxabs(long value) {
  return labs(value);
}

Division div(int value, int by) {
  return (Division){value / by, value % by};
}
LongDivision ldiv(long value, long by) {
  return (LongDivision){value / by, value % by};
}
LongDivision lldiv(long long value, long long by) {
  return (LongDivision){value / by, value % by};
}
LongDivision imaxdiv(long value, long by) {
  return ldiv(value, by);
}

/// The number of the lowest bit that is set, from 1; 0 for none.
int ffsl(long value) {
  return value == 0 ? 0 : __builtin_ctzl((u64)value) + 1;
}
int ffs(int value) {
  return value == 0 ? 0 : __builtin_ctz((u32)value) + 1;
}
int ffsll(long long value) {
  return ffsl(value);
}

u32 htonl(u32 value) {
  return __builtin_bswap32(value);
}
u32 ntohl(u32 value) {
  return __builtin_bswap32(value);
}
u16 htons(u16 value) {
  return __builtin_bswap16(value);
}
u16 ntohs(u16 value) {
  return __builtin_bswap16(value);
}
