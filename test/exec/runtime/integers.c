#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <strings.h>

#include "common.h"

static const char* const texts[] = {"",
                                    " ",
                                    "-",
                                    "+",
                                    "0",
                                    "-0",
                                    "+0",
                                    "00",
                                    "1",
                                    "-1",
                                    "+1",
                                    "--1",
                                    "+-1",
                                    "  42",
                                    "\t\n\v\f\r 42",
                                    "42 ",
                                    "42x",
                                    "x42",
                                    "0x",
                                    "0x1",
                                    "0X1F",
                                    "0xg",
                                    "-0x1f",
                                    "0x-1",
                                    "08",
                                    "077",
                                    "078",
                                    "0b101",
                                    "-0b1",
                                    "0b2",
                                    "0b",
                                    "127",
                                    "128",
                                    "32767",
                                    "32768",
                                    "2147483647",
                                    "2147483648",
                                    "-2147483648",
                                    "-2147483649",
                                    "4294967295",
                                    "4294967296",
                                    "9223372036854775807",
                                    "9223372036854775808",
                                    "-9223372036854775808",
                                    "-9223372036854775809",
                                    "18446744073709551615",
                                    "18446744073709551616",
                                    "-18446744073709551615",
                                    "-18446744073709551616",
                                    "99999999999999999999999999",
                                    "-99999999999999999999999999",
                                    "000000000000000000000000000000012",
                                    "7fffffffffffffff",
                                    "8000000000000000",
                                    "ffffffffffffffff",
                                    "10000000000000000",
                                    "zzzzzzzzzzzz",
                                    "zzzzzzzzzzzzz",
                                    "1y2p0ij32e8e7",
                                    "1y2p0ij32e8e8",
                                    "-1y2p0ij32e8e8",
                                    "3w5e11264sgsf",
                                    "3w5e11264sgsg",
                                    "101",
                                    "777777777777777777777",
                                    "1777777777777777777777",
                                    "2000000000000000000000",
                                    "0x7fffffffffffffff",
                                    "0xffffffffffffffffff",
                                    "12abcXYZ",
                                    " -12z"};

static void parse(const char* text, int base) {
  char* end = (char*)text + 1;
  errno = 0;
  const long a = strtol(text, &end, base);
  printf("strtol(\"%s\", %d) = %ld, %ld, errno %d\n", text, base, a, at(end, text), errno);
  end = NULL;
  errno = 0;
  const unsigned long b = strtoul(text, &end, base);
  printf("strtoul = %lu, %ld, errno %d\n", b, at(end, text), errno);
  errno = 0;
  printf("strtoll = %lld, strtoull = %llu, errno %d\n", strtoll(text, NULL, base), strtoull(text, NULL, base),
         errno);
  printf("strtoimax = %jd, strtoumax = %ju\n", strtoimax(text, NULL, base), strtoumax(text, NULL, base));
}

static void arithmetic(long value, long by) {
  printf("abs %d labs %ld llabs %lld\n", abs((int)value), labs(value), llabs(value));
  const div_t a = div((int)value, (int)by);
  const ldiv_t b = ldiv(value, by);
  const lldiv_t c = lldiv(value, by);
  printf("div %d %d ldiv %ld %ld lldiv %lld %lld\n", a.quot, a.rem, b.quot, b.rem, c.quot, c.rem);
  printf("ffs %d %d %d\n", ffs((int)value), ffsl(value), ffsll(value));
}

int main(void) {
  static const int bases[] = {0, 2, 3, 8, 10, 16, 36, -1, 1, 37};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
    for (size_t k = 0; k < sizeof bases / sizeof *bases; ++k) parse(texts[i], bases[k]);
    printf("atoi %d atol %ld atoll %lld\n", atoi(texts[i]), atol(texts[i]), atoll(texts[i]));
  }
  for (int round = 0; round < 300; ++round) {
    char text[32];
    makeText(text, 22, "0123456789abcxX+- ", round % 2 ? 10 : 18);
    parse(text, (int)nextNumber(37));
    parse(text, 10);
  }
  static const long values[] = {0, 1, -1, 7, -7, 100, -100, 2147483647, -2147483647};
  static const long divisors[] = {1, 2, -2, 3, -3, 10, -1};
  for (size_t i = 0; i < sizeof values / sizeof *values; ++i)
    for (size_t k = 0; k < sizeof divisors / sizeof *divisors; ++k) arithmetic(values[i], divisors[k]);
  return 0;
}
