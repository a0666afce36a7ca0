#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common.h"

static void show(const struct tm* t) {
  if (!t) {
    printf("none errno %d\n", errno);
    return;
  }
  printf("%d-%d-%d %d:%d:%d wday %d yday %d dst %d off %ld zone %s\n", t->tm_year, t->tm_mon, t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec, t->tm_wday, t->tm_yday, t->tm_isdst, t->tm_gmtoff, t->tm_zone);
}

static void formats(const struct tm* t) {
  static const char* const all[] = {"%a %A %b %B %h", "%c", "%C %d %D %e %F", "%g %G %V", "%H %I %j %k %l", "%m %M %n %p %P", "%r %R %s %S %t %T", "%u %U %w %W", "%x %X %y %Y", "%z %Z %%",
                                    "%-d %_m %05e %^a %#Z %#p %10Y %Ey %Od"};
  for (unsigned i = 0; i < sizeof all / sizeof *all; ++i) {
    char text[120];
    const size_t length = strftime(text, sizeof text, all[i], t);
    printf("%zu <%s>\n", length, text);
  }
  char small[6];
  printf("%zu %zu\n", strftime(small, 5, "%Y", t), strftime(small, 4, "%Y", t));
}

int main(void) {
  setenv("TZ", "", 1); // no time zone of this machine
  tzset();
  static const long moments[] = {0, -1, 1, 86399, 86400, 951782400, 951868800, 1709164800, 1735603200, 1735689600, 4102444800, -2208988800, -86400, 253402300799, -62135596800, 67767976233532799, 67768036191676800};
  for (unsigned i = 0; i < sizeof moments / sizeof *moments + 60; ++i) {
    const time_t t = i < sizeof moments / sizeof *moments ? moments[i] : (time_t)nextNumber(1 << 24) * 777 - 3000000000;
    struct tm parts;
    errno = 0;
    show(gmtime_r(&t, &parts));
    show(gmtime(&t));
    if (!localtime_r(&t, &parts)) continue;
    show(&parts);
    if (i % 4 == 0) formats(&parts);
    char text[64];
    printf("%s%s", asctime_r(&parts, text), ctime(&t));
    parts.tm_mon += (int)nextNumber(40) - 20;
    parts.tm_mday += (int)nextNumber(90) - 45;
    parts.tm_hour -= (int)nextNumber(100);
    parts.tm_sec += 3599;
    struct tm copy = parts;
    printf("timegm %ld\n", (long)timegm(&copy));
    show(&copy);
    printf("mktime %ld\n", (long)mktime(&parts));
    show(&parts);
  }
  // Each last and first week of some years.
  for (int year = 95; year < 125; ++year)
    for (int day = -4; day < 6; ++day) {
      struct tm t;
      memset(&t, 0, sizeof t);
      t.tm_year = year;
      t.tm_mday = day;
      mktime(&t);
      char text[40];
      strftime(text, sizeof text, "%F %G-%V %g %U %W", &t);
      printf("%s\n", text);
    }
  // Members that are no date.
  static const int odd[] = {0, -1, -12, 12, 60, 1000, -83226624, 2147481747, 2147481748, 2147483647, -2147483647 - 1};
  for (unsigned i = 0; i < sizeof odd / sizeof *odd; ++i) {
    struct tm t = {odd[i], odd[i], odd[i], odd[i], odd[i], odd[i], odd[i], odd[i]};
    char text[200];
    strftime(text, sizeof text, "%a %b %d %e %H %m %M %S %w %Y %C %y %j", &t);
    printf("%s\n", text);
  }
  printf("%g\n", difftime(10, 3));
  return 0;
}
