#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"

static const char* const flags[] = {"", "-", "+", " ", "#", "0", "-0", "+0", "+-", "#0", "# ", "+ ", "#+-0"};
static const char* const sizes[] = {"", "1", "5", "12", ".0", ".3", ".10", "8.3", "3.8", "15.10", ".", "12."};

// Some of the combinations mean nothing in the standard; glibc gives each a meaning.
#pragma clang diagnostic ignored "-Wformat"
#pragma clang diagnostic ignored "-Wformat-nonliteral"

static void integers(const char* flag, const char* size) {
  static const long values[] = {0,   1,   -1,      9,       10,      -10,      127,
                                128, 255, 1000000, INT_MAX, INT_MIN, LONG_MAX, LONG_MIN};
  static const char* const kinds[] = {"d",  "i",   "u",  "x",  "X",   "o",  "hhd", "hd",
                                      "ld", "lld", "zu", "lx", "hhx", "ho", "jd",  "td"};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k) {
    char format[32];
    sprintf(format, "[%%%s%s%s]", flag, size, kinds[k]);
    printf("%s:", format);
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
      const int length = printf(format, values[i]);
      printf(" %d ", length);
    }
    printf("\n");
  }
}

static void floats(const char* flag, const char* size) {
  static const double values[] = {0,     -0.0, 1,   -1.5,    0.1,      123456.789, 1e10, 1e-10,
                                  1e300, 0.5,  2.5, 99.9999, INFINITY, -INFINITY,  NAN};
  static const char* const kinds[] = {"f", "F", "e", "E", "g", "G", "a", "A"};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k) {
    char format[32], large[32];
    sprintf(format, "[%%%s%s%s]", flag, size, kinds[k]);
    sprintf(large, "[%%%s%sL%s]", flag, size, kinds[k]);
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
      printf(format, values[i]);
      printf(large, (long double)values[i]);
    }
    printf("\n");
  }
}

static void texts(const char* flag, const char* size) {
  char format[64];
  sprintf(format, "[%%%s%ss|%%%s%sc|%%%s%sp]\n", flag, size, flag, size, flag, size);
  printf(format, "hello", 'x', (void*)0);
  printf(format, "", 0, (void*)0x1234);
  printf(format, (char*)NULL, '%', (void*)0xffff);
}

static int through(char* text, size_t size, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(text, size, format, arguments);
  va_end(arguments);
  return length;
}

static void strings(void) {
  for (size_t size = 0; size < 12; ++size) {
    char text[16];
    memset(text, '#', sizeof text);
    int length = snprintf(text, size, "%d-%s", 1234, "abcd");
    printf("snprintf %zu: %d", size, length);
    for (size_t i = 0; i < sizeof text; ++i) printf(" %d", text[i]);
    length = through(text, size, "%s%c", "xyz", '!');
    printf(" vsnprintf %d\n", length);
  }
  char* made = NULL;
  const int length = asprintf(&made, "%05d|%-6s|%*d|%-*d|%.*s", 42, "ab", 6, 7, -5, 8, 2, "abcdef");
  printf("asprintf %d %s\n", length, made);
  free(made);
  int a = 0;
  long b = 0;
  short c = 0;
  printf("abc%ndef%lnghi%hn\n", &a, &b, &c);
  printf("%d %ld %d\n", a, b, c);
  errno = ENOENT;
  printf("%m|%10.4m|%%|%5%|\n");
  printf("%c%c%c\n", 'a', 'b', 'c');
  printf("%lu %llu %hu %hhu\n", ULONG_MAX, ULLONG_MAX, USHRT_MAX, UCHAR_MAX);
  printf("%d %d %d %d %d %d %d %f %f %f %f %f %f %f %f %f %d\n", 1, 2, 3, 4, 5, 6, 7, 1., 2., 3., 4., 5., 6.,
         7., 8., 9., 8);
}

static void streams(void) {
  // A line at a time, so that both streams may be one.
  int result = puts("puts");
  printf("%d\n", result);
  result = putchar('p');
  printf(" %d\n", result);
  result = putc('q', stdout);
  printf(" %d\n", result);
  result = fputc(0x141, stdout);
  printf(" %d\n", result);
  result = fputs("fputs", stdout);
  printf(" %d\n", result > 0);
  printf(" %zu\n", fwrite("fwrite", 2, 3, stdout));
  printf("%zu %zu\n", fwrite("", 0, 3, stdout), fwrite("", 3, 0, stdout));
  printf("%d %d %d\n", fflush(stdout), ferror(stdout), feof(stdout));
  printf("%d\n", fprintf(stdout, "%s", ""));
  char large[600];
  memset(large, 'z', sizeof large);
  large[599] = 0;
  printf("%d\n", printf("%s\n", large));
  printf("%s%s\n", large + 343, large + 344);
}

/// Conversions that not every C library knows, and such as nobody does.
static void uncommon(void) {
  static const char *const formats[] = {"%I64d|", "%Id|", "%b|", "%#b|", "%#B|", "%012b|", "%.7b|", "%-9b|", "%hhb|", "%MOD|",
                                        "%5.3MOD|", "%-05y|", "%lk|", "%+ #'Ikb|", "%.k|", "%k%d|", "%d%k|", "%wd|", "%w8d|%5", "%k|%", "%", "%5", "%l"};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; ++i) {
    errno = 0;
    const int count = printf(formats[i], 5, 6, 7);
    printf(" %d %d\n", count, errno);
  }
}

int main(void) {
  uncommon();
  for (size_t i = 0; i < sizeof flags / sizeof *flags; ++i)
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k) {
      texts(flags[i], sizes[k]);
      integers(flags[i], sizes[k]);
      if (k % 3 == i % 3) floats(flags[i], sizes[k]);
    }
  strings();
  streams();
  return 0;
}
