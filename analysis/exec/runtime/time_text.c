// time.h: dates as text, in the locale "C".

#include "analysis/exec/runtime/time.h"

int snprintf(char* text, size_t size, const char* format, ...);

static const char* const days[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                   "Thursday", "Friday", "Saturday"};
static const char* const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

static const char* nameOf(const char* const* names, int count, int number) {
  return number >= 0 && number < count ? names[number] : "?";
}

/// After the largest number comes the least one, as in the C library.
static int countedFrom(int first, int number) {
  return (int)((unsigned)first + (unsigned)number);
}
static int yearOf(const struct tm* time) {
  return countedFrom(1900, time->tm_year);
}

enum { LongestDate = 26 };

/// Of the C library's own texts, the longer ones fit, too.
static char* write(const struct tm* time, char* text, int most) {
  if (!time) {
    *__errno_location() = E_INVAL;
    return NOTHING;
  }
  const int hasDay = time->tm_wday >= 0 && time->tm_wday < 7,
            hasMonth = time->tm_mon >= 0 && time->tm_mon < 12;
  const int length = snprintf(text, (size_t)most, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n",
                              hasDay ? days[time->tm_wday] : "???", hasMonth ? months[time->tm_mon] : "???",
                              time->tm_mday, time->tm_hour, time->tm_min, time->tm_sec, yearOf(time));
  if (length < most) return text;
  *__errno_location() = E_OVERFLOW;
  return NOTHING;
}
char* asctime_r(const struct tm* time, char* text) {
  return write(time, text, LongestDate);
}
char* asctime(const struct tm* time) {
  static char text[64];
  return write(time, text, sizeof text);
}
char* ctime_r(const long* time, char* text) {
  struct tm parts;
  return asctime_r(localtime_r(time, &parts), text);
}
char* ctime(const long* time) {
  struct tm parts;
  return asctime(localtime_r(time, &parts));
}

struct Text {
  char* at;
  size_t room, length;
};

static void put(struct Text* text, char c) {
  if (text->length < text->room) text->at[text->length] = c;
  ++text->length;
}

enum Case { AsItIs, Upper, Swapped };

static void putText(struct Text* text, const char* from, size_t most, enum Case letters, int pad, int width) {
  size_t length = 0;
  while (length < most && from[length]) ++length;
  for (size_t i = length; width > 0 && i < (size_t)width; ++i) put(text, pad == '0' ? '0' : ' ');
  for (size_t i = 0; i < length; ++i) {
    const char c = from[i];
    const int isLower = c >= 'a' && c <= 'z', isUpper = c >= 'A' && c <= 'Z';
    put(text, isLower && letters != AsItIs ? c - 32 : isUpper && letters == Swapped ? c + 32 : c);
  }
}

static void putNumber(struct Text* text, long number, int digits, char usualPad, int pad, int width) {
  char reversed[24];
  int count = 0;
  const int isNegative = number < 0;
  u64 rest = isNegative ? 0 - (u64)number : (u64)number;
  do reversed[count++] = (char)('0' + rest % 10);
  while ((rest /= 10) > 0);
  const char filler = pad == 0 ? usualPad : pad == '_' ? ' ' : '0';
  const int wanted = pad == '-' ? 0 : width > 0 ? width : digits;
  if (isNegative && filler == '0') put(text, '-');
  for (int i = count + isNegative; i < wanted; ++i) put(text, filler);
  if (isNegative && filler != '0') put(text, '-');
  while (count > 0) put(text, reversed[--count]);
}

/// The year of ISO 8601, and the week in it.
static int isoWeek(const struct tm* time, long* year) {
  *year = yearOf(time);
  int week = (time->tm_yday + 10 - (time->tm_wday + 6) % 7) / 7;
  for (;;) {
    const long y = week < 1 ? *year - 1 : *year;
    const int isLeap = y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
    if (week < 1) {
      --*year;
      return (time->tm_yday + 365 + isLeap + 10 - (time->tm_wday + 6) % 7) / 7;
    }
    const int daysLeft = 365 + isLeap - time->tm_yday;
    if (week == 53 && daysLeft <= 3 - (time->tm_wday + 6) % 7) {
      ++*year;
      return 1;
    }
    return week;
  }
}

static void format(struct Text* text, const char* how, const struct tm* time);

static void convert(struct Text* text, char kind, const struct tm* time, int pad, int width,
                    enum Case letters) {
  const int hour12 = time->tm_hour % 12 == 0 ? 12 : time->tm_hour % 12;
  long year = yearOf(time);
  switch (kind) {
  case 'a':
    return putText(text, nameOf(days, 7, time->tm_wday), 3, letters, pad, width);
  case 'A':
    return putText(text, nameOf(days, 7, time->tm_wday), 99, letters, pad, width);
  case 'b':
  case 'h':
    return putText(text, nameOf(months, 12, time->tm_mon), 3, letters, pad, width);
  case 'B':
    return putText(text, nameOf(months, 12, time->tm_mon), 99, letters, pad, width);
  case 'p':
    return putText(text, time->tm_hour > 11 ? "PM" : "AM", 2, letters == Upper ? AsItIs : letters, pad,
                   width);
  case 'P':
    return putText(text, time->tm_hour > 11 ? "pm" : "am", 2, letters, pad, width);
  case 'Z':
    return putText(text, time->tm_zone ? time->tm_zone : "", 99, letters, pad, width);
  case 'n':
    return put(text, '\n');
  case 't':
    return put(text, '\t');
  case '%':
    return put(text, '%');
  case 'C':
    return putNumber(text, year >= 0 ? year / 100 : (year - 99) / 100, 2, '0', pad, width);
  case 'd':
    return putNumber(text, time->tm_mday, 2, '0', pad, width);
  case 'e':
    return putNumber(text, time->tm_mday, 2, ' ', pad, width);
  case 'H':
    return putNumber(text, time->tm_hour, 2, '0', pad, width);
  case 'I':
    return putNumber(text, hour12, 2, '0', pad, width);
  case 'k':
    return putNumber(text, time->tm_hour, 2, ' ', pad, width);
  case 'l':
    return putNumber(text, hour12, 2, ' ', pad, width);
  case 'j':
    return putNumber(text, countedFrom(1, time->tm_yday), 3, '0', pad, width);
  case 'm':
    return putNumber(text, countedFrom(1, time->tm_mon), 2, '0', pad, width);
  case 'M':
    return putNumber(text, time->tm_min, 2, '0', pad, width);
  case 'S':
    return putNumber(text, time->tm_sec, 2, '0', pad, width);
  case 's': {
    struct tm copy = *time;
    return putNumber(text, timegm(&copy), 1, '0', pad, width);
  }
  case 'u':
    return putNumber(text, (time->tm_wday + 6) % 7 + 1, 1, '0', pad, width);
  case 'w':
    return putNumber(text, time->tm_wday, 1, '0', pad, width);
  case 'U':
    return putNumber(text, (time->tm_yday - time->tm_wday + 7) / 7, 2, '0', pad, width);
  case 'W':
    return putNumber(text, (time->tm_yday - (time->tm_wday + 6) % 7 + 7) / 7, 2, '0', pad, width);
  case 'V':
    return putNumber(text, isoWeek(time, &year), 2, '0', pad, width);
  case 'G':
    isoWeek(time, &year);
    return putNumber(text, year, 1, '0', pad, width);
  case 'g':
    isoWeek(time, &year);
    return putNumber(text, (year % 100 + 100) % 100, 2, '0', pad, width);
  case 'y':
    return putNumber(text, (time->tm_year % 100 + 100) % 100, 2, '0', pad, width);
  case 'Y':
    return putNumber(text, year, 1, '0', pad, width);
  case 'z': {
    const long minutes = time->tm_gmtoff / 60, size = minutes < 0 ? -minutes : minutes;
    put(text, minutes < 0 ? '-' : '+');
    return putNumber(text, size / 60 * 100 + size % 60, 4, '0', 0, 0);
  }
  case 'c':
    return format(text, "%a %b %e %H:%M:%S %Y", time);
  case 'D':
  case 'x':
    return format(text, "%m/%d/%y", time);
  case 'F':
    return format(text, "%Y-%m-%d", time);
  case 'r':
    return format(text, "%I:%M:%S %p", time);
  case 'R':
    return format(text, "%H:%M", time);
  case 'T':
  case 'X':
    return format(text, "%H:%M:%S", time);
  default:
    beagle_unsupported("strftime with a conversion that is not known");
  }
}

static void format(struct Text* text, const char* how, const struct tm* time) {
  for (; *how; ++how) {
    if (*how != '%') {
      put(text, *how);
      continue;
    }
    int pad = 0, width = 0;
    enum Case letters = AsItIs;
    for (++how;; ++how) {
      if (*how == '_' || *how == '-' || *how == '0')
        pad = *how;
      else if (*how == '^')
        letters = Upper;
      else if (*how == '#')
        letters = *(how + 1) == 'p' || *(how + 1) == 'Z' ? Swapped : Upper;
      else
        break;
    }
    for (; *how >= '0' && *how <= '9'; ++how) width = width * 10 + *how - '0';
    if (*how == 'E' || *how == 'O') ++how;
    convert(text, *how, time, pad, width, letters);
  }
}

size_t strftime(char* to, size_t size, const char* how, const struct tm* time) {
  struct Text text = {to, size, 0};
  format(&text, how, time);
  if (text.length >= size) {
    return 0;
  }
  to[text.length] = 0;
  return text.length;
}
size_t strftime_l(char* to, size_t size, const char* how, const struct tm* time, void* locale) {
  (void)locale;
  return strftime(to, size, how, time);
}
