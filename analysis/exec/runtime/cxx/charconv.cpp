// <charconv> of floating-point numbers, by way of strtod and printf. None writes a long double.

#include <strings.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace std {

namespace {

// --- reading ---

float read(const char* text, char** end, float) { return strtof(text, end); }
double read(const char* text, char** end, double) { return strtod(text, end); }
long double read(const char* text, char** end, long double) { return strtold(text, end); }

bool isDigit(char c, bool isHex) {
  const char small = static_cast<char>(c | 0x20);
  return (c >= '0' && c <= '9') || (isHex && small >= 'a' && small <= 'f');
}

const char* digits(const char* from, const char* last, bool isHex) {
  while (from != last && isDigit(*from, isHex)) ++from;
  return from;
}

/// "inf", "infinity", "nan" or "nan(...)" at its beginning, if it is one of these.
const char* named(const char* from, const char* last) {
  const auto begins = [&](const char* word) {
    const size_t length = strlen(word);
    return static_cast<size_t>(last - from) >= length && strncasecmp(from, word, length) == 0;
  };
  if (begins("infinity")) return from + 8;
  if (begins("inf")) return from + 3;
  if (!begins("nan")) return from;
  const char* at = from + 3;
  if (at == last || *at != '(') return at;
  for (const char* inside = at + 1; inside != last; ++inside) {
    if (*inside == ')') return inside + 1;
    if (!isDigit(*inside, false) && !((*inside | 0x20) >= 'a' && (*inside | 0x20) <= 'z') && *inside != '_') break;
  }
  return at;
}

/// Where the number ends that starts there behind its sign; `from`: there is none.
const char* endOfNumber(const char* from, const char* last, chars_format format) {
  if (const char* end = named(from, last); end != from) return end;
  const bool isHex = format == chars_format::hex;
  const char* whole = digits(from, last, isHex);
  const char* end = whole;
  if (end != last && *end == '.') end = digits(end + 1, last, isHex);
  if (whole == from && end - whole <= 1) return from;
  const bool mayHave = format != chars_format::fixed, hasTo = format == chars_format::scientific;
  if (mayHave && end != last && (*end | 0x20) == (isHex ? 'p' : 'e')) {
    const char* power = end + 1;
    if (power != last && (*power == '+' || *power == '-')) ++power;
    if (const char* behind = digits(power, last, false); behind != power) return behind;
  }
  return hasTo ? from : end;
}

template <class T> from_chars_result readNumber(const char* first, const char* last, T& value, chars_format format) {
  const bool isNegative = first != last && *first == '-';
  const char* begin = first + isNegative;
  const char* end = endOfNumber(begin, last, format);
  if (end == begin) return {first, errc::invalid_argument};
  const size_t length = static_cast<size_t>(end - begin);
  const bool isWord = named(begin, last) != begin;
  const bool isHex = format == chars_format::hex && !isWord;
  char* text = static_cast<char*>(malloc(length + 4));
  if (!text) return {first, errc::not_enough_memory};
  char* at = text;
  if (isNegative) *at++ = '-';
  if (isHex) *at++ = '0', *at++ = 'x';
  memcpy(at, begin, length);
  at[length] = 0;
  const T read = std::read(text, nullptr, T());
  bool isZero = true;
  for (const char* digit = begin; digit != end && (*digit | 0x20) != (isHex ? 'p' : 'e'); ++digit)
    isZero = isZero && (*digit == '0' || *digit == '.');
  free(text);
  if (!isWord && (isinf(read) || (read == 0 && !isZero))) return {end, errc::result_out_of_range};
  value = read;
  return {end, errc()};
}

// --- writing ---

int print(char* to, size_t room, const char* how, int precision, double value) {
  char format[8] = "%.*";
  strcat(format, how);
  return snprintf(to, room, format, precision, value);
}
int print(char* to, size_t room, const char* how, int precision, float value) {
  return print(to, room, how, precision, static_cast<double>(value));
}

to_chars_result put(char* first, char* last, const char* text, int length) {
  if (length > last - first) return {last, errc::value_too_large};
  memcpy(first, text, static_cast<size_t>(length));
  return {first + length, errc()};
}

constexpr size_t mostCharacters = 2000; ///< with precisions that make sense

template <class T> to_chars_result putWith(char* first, char* last, const char* how, int precision, T value) {
  char* text = static_cast<char*>(malloc(mostCharacters));
  if (!text) return {last, errc::value_too_large};
  const int length = print(text, mostCharacters, how, precision, value);
  const bool isWhole = length >= 0 && static_cast<size_t>(length) < mostCharacters;
  const to_chars_result result =
      isWhole ? put(first, last, text, length) : to_chars_result{last, errc::value_too_large};
  free(text);
  return result;
}

/// As few digits as tell it from all others.
template <class T> int digitsOf(T value) {
  char text[64];
  int count = 1;
  while (count < numeric_limits<T>::max_digits10) {
    print(text, sizeof text, "e", count - 1, value);
    if (read(text, nullptr, T()) == value) break;
    ++count;
  }
  return count;
}

template <class T> to_chars_result putShort(char* first, char* last, T value, chars_format format) {
  if (isnan(value)) return put(first, last, signbit(value) ? "-nan" : "nan", signbit(value) ? 4 : 3);
  if (isinf(value)) return put(first, last, value < 0 ? "-inf" : "inf", value < 0 ? 4 : 3);
  const int count = digitsOf(value);
  char text[64];
  const int ofScientific = print(text, sizeof text, "e", count - 1, value);
  const int power = atoi(strchr(text, 'e') + 1);
  const int behindPoint = count - 1 > power ? count - 1 - power : 0;
  const auto scientific = [&] { return put(first, last, text, ofScientific); };
  const auto fixed = [&] { return putWith(first, last, "f", behindPoint, value); };
  if (format == chars_format::scientific) return scientific();
  if (format == chars_format::fixed) return fixed();
  if (format == chars_format::general) return power < -4 || power >= 6 ? scientific() : fixed();
  const int whole = power > 0 ? power + 1 : 1;
  const int ofFixed = whole + (behindPoint > 0 ? behindPoint + 1 : 0) + (signbit(value) ? 1 : 0);
  return ofScientific < ofFixed ? scientific() : fixed();
}

template <class T> to_chars_result putAs(char* first, char* last, T value, chars_format format, int precision) {
  switch (format) {
  case chars_format::scientific: return putWith(first, last, "e", precision, value);
  case chars_format::fixed: return putWith(first, last, "f", precision, value);
  case chars_format::general: return putWith(first, last, "g", precision, value);
  case chars_format::hex: break;
  }
  char text[64]; // with "0x" behind the sign, which to_chars leaves out
  int length = print(text, sizeof text, "a", precision, value);
  if (char* mark = strstr(text, "0x")) {
    memmove(mark, mark + 2, strlen(mark + 2) + 1);
    length -= 2;
  }
  return put(first, last, text, length);
}

} // namespace

from_chars_result from_chars(const char* first, const char* last, float& value, chars_format format) noexcept {
  return readNumber(first, last, value, format);
}
from_chars_result from_chars(const char* first, const char* last, double& value, chars_format format) noexcept {
  return readNumber(first, last, value, format);
}
from_chars_result from_chars(const char* first, const char* last, long double& value, chars_format format) noexcept {
  return readNumber(first, last, value, format);
}

to_chars_result to_chars(char* first, char* last, float value) noexcept {
  return putShort(first, last, value, chars_format{});
}
to_chars_result to_chars(char* first, char* last, double value) noexcept {
  return putShort(first, last, value, chars_format{});
}
to_chars_result to_chars(char* first, char* last, float value, chars_format format) noexcept {
  return format == chars_format::hex ? putAs(first, last, value, format, -1) : putShort(first, last, value, format);
}
to_chars_result to_chars(char* first, char* last, double value, chars_format format) noexcept {
  return format == chars_format::hex ? putAs(first, last, value, format, -1) : putShort(first, last, value, format);
}
to_chars_result to_chars(char* first, char* last, float value, chars_format format, int precision) noexcept {
  return putAs(first, last, value, format, precision);
}
to_chars_result to_chars(char* first, char* last, double value, chars_format format, int precision) noexcept {
  return putAs(first, last, value, format, precision);
}

} // namespace std
