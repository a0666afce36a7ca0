// time.h: the calendar. Local time is UTC.

#include "analysis/exec/runtime/time.h"

enum { SecondsPerDay = 86400, DaysPerEra = 146097 };

char* tzname[2] = {"UTC", "UTC"};
char* __tzname[2] = {"UTC", "UTC"};
long timezone, __timezone;
int daylight, __daylight;

void tzset(void) {}

/// Days of years that start in March lie in eras of 400 years.
static long daysBefore(long year, int month, int day) {
  year -= month <= 2;
  const long era = (year >= 0 ? year : year - 399) / 400;
  const long ofEra = year - era * 400;
  const long ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * DaysPerEra + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719468;
}

struct tm* gmtime_r(const long* time, struct tm* to) {
  long days = *time / SecondsPerDay, rest = *time % SecondsPerDay;
  if (rest < 0) rest += SecondsPerDay, --days;
  const long shifted = days + 719468;
  const long era = (shifted >= 0 ? shifted : shifted - (DaysPerEra - 1)) / DaysPerEra;
  const long day = shifted - era * DaysPerEra;
  const long ofEra = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  const long ofYear = day - (365 * ofEra + ofEra / 4 - ofEra / 100);
  const long shiftedMonth = (5 * ofYear + 2) / 153;
  const long month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const long year = ofEra + era * 400 + (month <= 2);
  if (year - 1900 != (int)(year - 1900)) {
    *__errno_location() = E_OVERFLOW;
    return NOTHING;
  }
  long weekDay = (4 + days) % 7;
  if (weekDay < 0) weekDay += 7;
  to->tm_sec = (int)(rest % 60);
  to->tm_min = (int)(rest / 60 % 60);
  to->tm_hour = (int)(rest / 3600);
  to->tm_mday = (int)(ofYear - (153 * shiftedMonth + 2) / 5 + 1);
  to->tm_mon = (int)month - 1;
  to->tm_year = (int)(year - 1900);
  to->tm_wday = (int)weekDay;
  to->tm_yday = (int)(days - daysBefore(year, 1, 1));
  to->tm_isdst = 0;
  to->tm_gmtoff = 0;
  to->tm_zone = "GMT";
  return to;
}

struct tm* localtime_r(const long* time, struct tm* to) {
  if (!gmtime_r(time, to)) return NOTHING;
  to->tm_zone = "UTC";
  return to;
}

static struct tm shared;

struct tm* gmtime(const long* time) {
  return gmtime_r(time, &shared);
}
struct tm* localtime(const long* time) {
  return localtime_r(time, &shared);
}

static long join(struct tm* from, int isLocal) {
  long month = from->tm_mon % 12, year = 1900L + from->tm_year + from->tm_mon / 12;
  if (month < 0) month += 12, --year;
  const long days = daysBefore(year, (int)month + 1, 1) + from->tm_mday - 1;
  const long time = days * SecondsPerDay + 3600L * from->tm_hour + 60L * from->tm_min + from->tm_sec;
  struct tm whole;
  if (!(isLocal ? localtime_r : gmtime_r)(&time, &whole)) return -1;
  *from = whole;
  return time;
}

long mktime(struct tm* from) {
  return join(from, 1);
}
long timelocal(struct tm* from) {
  return join(from, 1);
}
long timegm(struct tm* from) {
  return join(from, 0);
}

double difftime(long end, long start) {
  return (double)(end - start);
}
