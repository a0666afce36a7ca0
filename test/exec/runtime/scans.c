#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "common.h"

#pragma clang diagnostic ignored "-Wformat"

static void numbers(const char* text) {
  int a = -9, b = -9, c = -9, used = -9;
  printf("\"%s\":", text);
  printf(" %d", sscanf(text, "%d %d%n", &a, &b, &used));
  printf(" %d %d %d;", a, b, used);
  a = b = c = -9;
  printf(" %d", sscanf(text, "%d,%i,%x", &a, &b, (unsigned*)&c));
  printf(" %d %d %d;", a, b, c);
  unsigned d = 9, e = 9;
  printf(" %d", sscanf(text, "%2u%3o", &d, &e));
  printf(" %u %u;", d, e);
  long f = 9;
  short g = 9;
  signed char h = 9;
  printf(" %d", sscanf(text, "%ld%*d%hd:%hhd", &f, &g, &h));
  printf(" %ld %d %d;", f, g, h);
  int i = 9;
  printf(" %d", sscanf(text, "%i", &i));
  printf(" %d\n", i);
}

static void words(const char* text) {
  char a[40] = "-", b[40] = "-", c[4] = "-", *made = NULL;
  int used = -9;
  printf(" %d", sscanf(text, "%s %3s", a, b));
  printf(" %s %s;", a, b);
  strcpy(a, "-");
  strcpy(b, "-");
  printf(" %d", sscanf(text, "%[a-z]%[^x]", a, b));
  printf(" %s %s;", a, b);
  strcpy(a, "-");
  printf(" %d", sscanf(text, "%*[ ]%5[]0-9-]", a));
  printf(" %s;", a);
  printf(" %d", sscanf(text, "%3c", c));
  printf(" %.3s;", c);
  printf(" %d", sscanf(text, " %c %n", c, &used));
  printf(" %c %d;", c[0], used);
  printf(" %d", sscanf(text, "%ms", &made));
  printf(" %s;", made ? made : "-");
  free(made);
  printf(" %d", sscanf(text, "12%%"));
  printf(" %d\n", sscanf(text, "a b"));
}

static void floats(const char* text) {
  float a = -9;
  double b = -9;
  long double c = -9;
  printf(" %d", sscanf(text, "%f%lf", &a, &b));
  printf(" %.9g %.17g;", a, b);
  printf(" %d", sscanf(text, "%Lg", &c));
  printf(" %.20Lg;", c);
  printf(" %d", sscanf(text, "%4f", &a));
  printf(" %.9g\n", a);
}

int main(void) {
  static const char* const texts[] = {"",
                                      " ",
                                      "1",
                                      "1 2",
                                      "12 34",
                                      " 12,34,56",
                                      "12,0x1f,ff",
                                      "0x10",
                                      "0x",
                                      "0x 1",
                                      "-5 +6",
                                      "- 5",
                                      "99999999999",
                                      "12345",
                                      "12345678",
                                      "077",
                                      "1:2",
                                      "100 200 3:4",
                                      "300 2 70000:300",
                                      "abc",
                                      "abc def",
                                      "  abc  def",
                                      "abcxdef",
                                      "a b",
                                      "ab",
                                      "   ]12-x",
                                      " 0-9",
                                      "12%",
                                      "1a2b",
                                      "+",
                                      "x"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
    numbers(texts[i]);
    words(texts[i]);
  }
  static const char *const uncommon[] = {"%I64d%d", "%I*d%d", "%*'d%d", "%k%d", "%d%k", "%b%d", "%d%", " %d %y"};
  static const char *const inputs[] = {"12 34", "", "  ", "-7x", "123456789"};
  for (size_t i = 0; i < sizeof uncommon / sizeof *uncommon; ++i)
    for (size_t k = 0; k < sizeof inputs / sizeof *inputs; ++k) {
      int one = -1, two = -2;
      const int count = sscanf(inputs[k], uncommon[i], &one, &two);
      printf("%s %s: %d %d %d\n", uncommon[i], inputs[k], count, one, two);
    }
  static const char* const decimals[] = {"1.5",  " 2.5e3 4",  "-0.25-7", ".5.5", "1e5x", "3.",
                                         "1.e2", "12345.678", "x",       "",     "-",    ".",
                                         "inf -Infinity", "INFx", "infin", "-inft", "nan NaN", "nan(12)", "na", 
                                         "0x1p3 0X.8", "0x", "0x 1", "0xg", "-0x1.8p-1z", "0x.p", "0xp3", "0x.", "00x1", "0x1e2", "+0x1p+", "0.x1"};
  for (size_t i = 0; i < sizeof decimals / sizeof *decimals; ++i) floats(decimals[i]);
  for (int round = 0; round < 200; ++round) {
    char text[24];
    makeText(text, 12, "0123 ,-+abx:%", 13);
    numbers(text);
    words(text);
  }
  for (int round = 0; round < 400; ++round) {
    char text[24];
    makeText(text, 10, "01.+-xXpPeEinfnaty ", 19);
    floats(text);
  }
  return 0;
}
