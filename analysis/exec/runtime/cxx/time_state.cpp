// What std::time_get works out at the end of what it read: the hour of the afternoon, the century, and days by one
// another.

#include <locale>

namespace std {

namespace {

bool isLeap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/// Days of the year in front of a month.
int daysBefore(int month, int year) {
  static const short days[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
  return days[month] + (month > 1 && isLeap(year) ? 1 : 0);
}

int yearOf(const tm& time) { return time.tm_year + 1900; }

bool hasMonth(const tm& time) { return time.tm_mon >= 0 && time.tm_mon < 12; }

int dayOfYear(const tm& time) { return daysBefore(time.tm_mon, yearOf(time)) + time.tm_mday - 1; }

int dayOfWeek(const tm& time) {
  const int before = yearOf(time) - 1; // whole years since the first one, which began on a Monday
  const int days = before * 365 + before / 4 - before / 100 + before / 400 + dayOfYear(time) + 1;
  return (days % 7 + 7) % 7;
}

void takeMonthAndDay(tm& time, bool keepsMonth, bool keepsDay) {
  int month = 0;
  while (month < 11 && daysBefore(month + 1, yearOf(time)) <= time.tm_yday) ++month;
  if (!keepsMonth) time.tm_mon = month;
  if (!keepsDay) time.tm_mday = time.tm_yday - daysBefore(month, yearOf(time)) + 1;
}

} // namespace

void __time_get_state::_M_finalize_state(tm* read) {
  tm& time = *read;
  if (_M_have_I && _M_is_pm) time.tm_hour += 12;
  if (_M_have_century) time.tm_year = (_M_want_century ? time.tm_year % 100 : 0) + (_M_century - 19) * 100;
  bool hasDate = _M_have_mon;
  if (_M_want_xday && !_M_have_wday) {
    if (!(_M_have_mon && _M_have_mday) && _M_have_yday) {
      takeMonthAndDay(time, _M_have_mon, _M_have_mday);
      hasDate = true;
    }
    if (hasDate || hasMonth(time)) time.tm_wday = dayOfWeek(time);
  }
  if (_M_want_xday && !_M_have_yday && (hasDate || hasMonth(time))) time.tm_yday = dayOfYear(time);
  if (!(_M_have_uweek || _M_have_wweek) || !_M_have_wday) return;
  const int firstDay = _M_have_uweek ? 0 : 1; // of a week
  tm first = time;
  first.tm_mon = 0, first.tm_mday = 1;
  const int started = dayOfWeek(first);
  if (!_M_have_yday)
    time.tm_yday =
        (7 - (started - firstDay)) % 7 + (static_cast<int>(_M_week_no) - 1) * 7 + (time.tm_wday - firstDay + 7) % 7;
  if (!_M_have_mday || !_M_have_mon) takeMonthAndDay(time, _M_have_mon, _M_have_mday);
}

} // namespace std
