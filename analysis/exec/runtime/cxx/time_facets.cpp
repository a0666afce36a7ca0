// std::time_put<char> and std::time_get<char>: what std::put_time and std::get_time go by.

#include "analysis/exec/runtime/cxx/engine.h"

/// One of the members is another one here.
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include <ctime>
#include <locale>

namespace std {

using Names = __timepunct<char>;

template <>
const char* __timepunct_cache<char>::_S_timezones[14] = {"GMT", "HST", "AKST", "PST", "MST", "CST", "EST",
                                                         "AST", "NST", "CET",  "IST", "EET", "CST", "JST"};

template <> void Names::_M_initialize_timepunct(__c_locale) {
  if (!_M_data) _M_data = new __timepunct_cache<char>;
  __timepunct_cache<char>& names = *_M_data;
  names._M_date_format = names._M_date_era_format = "%m/%d/%y";
  names._M_time_format = names._M_time_era_format = "%H:%M:%S";
  names._M_date_time_format = names._M_date_time_era_format = "";
  names._M_am = "AM";
  names._M_pm = "PM";
  names._M_am_pm_format = "";
  const char** const days[] = {&names._M_day1, &names._M_day2, &names._M_day3, &names._M_day4,
                               &names._M_day5, &names._M_day6, &names._M_day7};
  const char** const shortDays[] = {&names._M_aday1, &names._M_aday2, &names._M_aday3, &names._M_aday4,
                                    &names._M_aday5, &names._M_aday6, &names._M_aday7};
  const char** const months[] = {&names._M_month01, &names._M_month02, &names._M_month03, &names._M_month04,
                                 &names._M_month05, &names._M_month06, &names._M_month07, &names._M_month08,
                                 &names._M_month09, &names._M_month10, &names._M_month11, &names._M_month12};
  const char** const shortMonths[] = {&names._M_amonth01, &names._M_amonth02, &names._M_amonth03, &names._M_amonth04,
                                      &names._M_amonth05, &names._M_amonth06, &names._M_amonth07, &names._M_amonth08,
                                      &names._M_amonth09, &names._M_amonth10, &names._M_amonth11, &names._M_amonth12};
  const char* const ofDays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
  const char* const ofShortDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  const char* const ofMonths[] = {"January", "February", "March",     "April",   "May",      "June",
                                  "July",    "August",   "September", "October", "November", "December"};
  const char* const ofShortMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  for (int i = 0; i < 7; ++i) *days[i] = ofDays[i], *shortDays[i] = ofShortDays[i];
  for (int i = 0; i < 12; ++i) *months[i] = ofMonths[i], *shortMonths[i] = ofShortMonths[i];
}

template <> void Names::_M_put(char* to, size_t room, const char* format, const tm* time) const noexcept {
  if (strftime(to, room, format, time) == 0) *to = 0;
}

/// What one conversion says is kept for the others, so that `%p %I` is an hour of the afternoon. As g++ compiles it: of
/// clang, the header expects less.
template <>
BEAGLE_REPLACEMENT time_get<char>::iter_type time_get<char>::get(iter_type at, iter_type end, ios_base& io,
                                                                 ios_base::iostate& error, tm* time, const char* format,
                                                                 const char* formatEnd) const {
  const auto& kinds = use_facet<ctype<char>>(io.getloc());
  const auto isSpace = [&](char c) { return kinds.is(ctype_base::space, c); };
  __time_get_state known = {};
  error = ios_base::goodbit;
  while (format != formatEnd && error == ios_base::goodbit) {
    if (at == end) {
      error = ios_base::eofbit | ios_base::failbit;
    } else if (*format == '%') {
      const char* begin = format++;
      if (format != formatEnd && (*format == 'E' || *format == 'O')) ++format;
      if (format == formatEnd) {
        error = ios_base::failbit;
        break;
      }
      ++format;
      char one[4] = {};
      for (int i = 0; begin != format; ++begin) one[i++] = *begin;
      at = _M_extract_via_format(at, end, io, error, time, one, known);
      if (at == end) error |= ios_base::eofbit;
    } else if (isSpace(*format)) {
      while (format != formatEnd && isSpace(*format)) ++format;
      while (at != end && isSpace(*at)) ++at;
    } else if (kinds.tolower(*at) == kinds.tolower(*format)) {
      ++at;
      ++format;
    } else {
      error = ios_base::failbit;
    }
  }
  known._M_finalize_state(time);
  return at;
}

template class __timepunct<char>;
template class time_put<char>;
template class time_get<char>;
template const Names& use_facet<Names>(const locale&);
template bool has_facet<Names>(const locale&);
template const time_put<char>& use_facet<time_put<char>>(const locale&);
template bool has_facet<time_put<char>>(const locale&);
template const time_get<char>& use_facet<time_get<char>>(const locale&);
template bool has_facet<time_get<char>>(const locale&);

} // namespace std
