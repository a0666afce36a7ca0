#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>

#include "common.h"

static const char* const texts[] = {"",
                                    " ",
                                    "0",
                                    "-0",
                                    "1",
                                    "-1.5",
                                    "+2.25",
                                    ".5",
                                    "5.",
                                    ".",
                                    "1e3",
                                    "1e",
                                    "1e+",
                                    "1E-2x",
                                    "  3.14159  ",
                                    "0x1p4",
                                    "0x.8p1",
                                    "0x",
                                    "inf",
                                    "-INFINITY",
                                    "infinit",
                                    "nan",
                                    "nan(12)",
                                    "1e308",
                                    "1e309",
                                    "-1e400",
                                    "1e-308",
                                    "1e-320",
                                    "1e-400",
                                    "0.1",
                                    "123456789012345678901234567890",
                                    "3.4028235e38",
                                    "3.5e38",
                                    "1e-45",
                                    "1e-50",
                                    "1.5.5",
                                    "1,5",
                                    "e5",
                                    "12abc"};

int main(void) {
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
    char* end = NULL;
    errno = 0;
    const double a = strtod(texts[i], &end);
    printf("strtod(\"%s\") = %.17g %a, %ld, errno %d\n", texts[i], a, a, at(end, texts[i]), errno);
    errno = 0;
    const float b = strtof(texts[i], &end);
    printf("strtof = %.9g, %ld, errno %d\n", b, at(end, texts[i]), errno);
    errno = 0;
    const long double c = strtold(texts[i], &end);
    printf("strtold = %.20Lg, %ld, errno %d\n", c, at(end, texts[i]), errno);
    printf("atof = %f\n", atof(texts[i]));
  }
  return 0;
}
