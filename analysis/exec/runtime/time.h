#pragma once

#include "analysis/exec/runtime/runtime.h"

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char* tm_zone;
};

struct tm* gmtime_r(const long* time, struct tm* to);
struct tm* localtime_r(const long* time, struct tm* to);
long timegm(struct tm* from);
