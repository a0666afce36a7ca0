// locale.h: there is the locale "C" only, and the environment names no other.

#include "analysis/exec/runtime/runtime.h"

struct Conventions {
  char *decimalPoint, *thousandsSeparator, *grouping;
  char *internationalSymbol, *symbol, *monetaryPoint, *monetarySeparator, *monetaryGrouping;
  char *positiveSign, *negativeSign;
  char numbers[14];
};

static struct Conventions conventions = {
    ".",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127}};

char* setlocale(int category, const char* name) {
  if (category < 0 || category > 12) {
    *__errno_location() = E_INVAL;
    return NOTHING;
  }
  if (name && *name && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0) return NOTHING;
  return (char*)"C";
}

struct Conventions* localeconv(void) {
  return &conventions;
}

/// Bytes of a character, at most.
size_t __ctype_get_mb_cur_max(void) {
  return 1;
}
