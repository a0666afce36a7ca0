// A day number becomes a date and a day number again, with the divisions that the Gregorian calendar needs.
// Inputs: parameters day, format.
// Paths: 660.
#include "bench.h"

static const unsigned char daysOfMonth[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static int isLeap(unsigned year) {
  if (year % 4) return 0;
  if (year % 100) return 1;
  return year % 400 == 0;
}

static unsigned daysBefore(unsigned year) {
  return (year - 1) * 365 + (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400;
}

static unsigned length(unsigned year, unsigned month) {
  return daysOfMonth[month] + (month == 1 && isLeap(year) ? 1u : 0u);
}

int bench_entry(unsigned short day, unsigned char format) {
  // From the first of January 2000 on.
  unsigned number = daysBefore(2000) + day % 4000u;
  unsigned year = 2000;
  while (number >= daysBefore(year + 1)) year++;
  unsigned rest = number - daysBefore(year), month = 0;
  while (rest >= length(year, month)) rest -= length(year, month++);
  if (month > 11 || rest > 30) return -1;

  unsigned again = daysBefore(year) + rest;
  for (unsigned m = 0; m < month; m++) again += length(year, m);
  if (again != number) return -2;

  switch (format % 4) {
  case 0:
    return (int)(year * 10000 + (month + 1) * 100 + rest + 1);
  case 1:
    return (int)((rest + 1) * 1000000 + (month + 1) * 10000 + year);
  case 2:
    if (number % 7 >= 5) return -7;
    return (int)(number % 7);
  default:
    return (int)number;
  }
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  unsigned short day;
  unsigned char format;
  BENCH_INPUT(day);
  BENCH_INPUT(format);
  BENCH_RETURN(bench_entry(day, format));
}
#endif
