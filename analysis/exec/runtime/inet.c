// arpa/inet.h: addresses as text. And what netdb.h calls its errors.

#include "analysis/exec/runtime/runtime.h"

int isxdigit(int c);
unsigned long strtoul(const char* text, char** end, int base);
char* strcpy(char* to, const char* from);

enum { E_NOSPC = 28, E_AFNOSUPPORT = 97, Inet = 2, Inet6 = 10, Bytes4 = 4, Bytes6 = 16, Words6 = 8 };

static char* putDecimal(char* to, unsigned value) {
  if (value >= 100) *to++ = (char)('0' + value / 100);
  if (value >= 10) *to++ = (char)('0' + value / 10 % 10);
  *to++ = (char)('0' + value % 10);
  return to;
}

static char* putHex(char* to, unsigned word) {
  int shift = 12;
  while (shift > 0 && word >> shift == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) *to++ = "0123456789abcdef"[word >> shift & 15];
  return to;
}

static char* put4(char* to, const byte* bytes) {
  for (int i = 0; i < Bytes4; ++i) {
    if (i > 0) *to++ = '.';
    to = putDecimal(to, bytes[i]);
  }
  return to;
}

/// The first of the longest runs of zeros, of at least two words.
static void longestRun(const unsigned* words, int* start, int* length) {
  *start = *length = 0;
  for (int i = 0; i < Words6; ++i) {
    int end = i;
    while (end < Words6 && words[end] == 0) ++end;
    if (end - i > 1 && end - i > *length) {
      *start = i;
      *length = end - i;
    }
    if (end > i) i = end;
  }
}

static char* put6(char* to, const byte* bytes) {
  unsigned words[Words6];
  for (int i = 0; i < Words6; ++i) words[i] = (unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1];
  int start, length;
  longestRun(words, &start, &length);
  const int holds4 = length > 0 && start == 0 && (length == 6 || (length == 5 && words[5] == 0xffff));
  for (int i = 0; i < Words6; ++i) {
    if (length > 0 && i == start) *to++ = ':';
    if (length > 0 && i >= start && i < start + length) continue;
    if (i > 0) *to++ = ':';
    if (i == 6 && holds4) return put4(to, bytes + 12);
    to = putHex(to, words[i]);
  }
  if (length > 0 && start + length == Words6) *to++ = ':';
  return to;
}

const char* inet_ntop(int family, const void* address, char* text, unsigned size) {
  char made[48];
  if (family != Inet && family != Inet6) {
    *__errno_location() = E_AFNOSUPPORT;
    return NOTHING;
  }
  char* end = family == Inet ? put4(made, address) : put6(made, address);
  *end = 0;
  if ((unsigned)(end - made) + 1 > size) {
    *__errno_location() = E_NOSPC;
    return NOTHING;
  }
  return strcpy(text, made);
}

char* inet_ntoa(unsigned address) {
  static char made[18];
  *put4(made, (const byte*)&address) = 0;
  return made;
}

/// Four decimal numbers without zeros in front, up to `end`.
static int parse4(const char* text, const char* end, byte* to) {
  int count = 0, digits = 0;
  byte bytes[Bytes4] = {0};
  for (; text < end; ++text) {
    const char c = *text;
    if (c >= '0' && c <= '9') {
      if (digits > 0 && bytes[count - 1] == 0) return 0;
      if (digits == 0 && ++count > Bytes4) return 0;
      const unsigned value = bytes[count - 1] * 10U + (unsigned)(c - '0');
      if (value > 255) return 0;
      bytes[count - 1] = (byte)value;
      ++digits;
    } else if (c == '.' && digits > 0 && count < Bytes4) {
      digits = 0;
    } else {
      return 0;
    }
  }
  if (count < Bytes4 || digits == 0) return 0;
  for (int i = 0; i < Bytes4; ++i) to[i] = bytes[i];
  return 1;
}

static unsigned hexValue(char c) {
  return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a') + 10;
}

static int parse6(const char* text, const char* end, byte* to) {
  byte bytes[Bytes6] = {0};
  int count = 0, gap = -1, digits = 0;
  unsigned word = 0;
  if (text == end) return 0;
  if (*text == ':' && (++text == end || *text != ':')) return 0;
  const char* part = text;
  while (text < end) {
    const char c = *text++;
    if (isxdigit((byte)c)) {
      if (digits == 4) return 0;
      word = word << 4 | hexValue(c);
      ++digits;
      continue;
    }
    if (c == ':') {
      part = text;
      if (digits == 0) {
        if (gap >= 0) return 0;
        gap = count;
        continue;
      }
      if (text == end || count + 2 > Bytes6) return 0;
      bytes[count++] = (byte)(word >> 8);
      bytes[count++] = (byte)word;
      digits = 0;
      word = 0;
      continue;
    }
    if (c != '.' || count + Bytes4 > Bytes6 || !parse4(part, end, bytes + count)) return 0;
    count += Bytes4;
    digits = 0;
    break;
  }
  if (digits > 0) {
    if (count + 2 > Bytes6) return 0;
    bytes[count++] = (byte)(word >> 8);
    bytes[count++] = (byte)word;
  }
  if (gap < 0 ? count != Bytes6 : count == Bytes6) return 0;
  const int moved = gap < 0 ? 0 : count - gap;
  for (int i = 0; i < Bytes6; ++i) {
    const int from = i < Bytes6 - moved ? i : i - (Bytes6 - count);
    to[i] = gap >= 0 && i >= gap && i < Bytes6 - moved ? 0 : bytes[from];
  }
  return 1;
}

int inet_pton(int family, const char* text, void* address) {
  if (family == Inet) return parse4(text, text + strlen(text), address);
  if (family == Inet6) return parse6(text, text + strlen(text), address);
  *__errno_location() = E_AFNOSUPPORT;
  return -1;
}

/// One to four numbers as C writes them, the last of which fills the rest; white space may follow.
int inet_aton(const char* text, void* address) {
  static const unsigned most[Bytes4] = {0xffffffff, 0xffffff, 0xffff, 0xff};
  unsigned parts[Bytes4] = {0};
  int count = 0;
  const int before = *__errno_location();
  while (1) {
    if (*text < '0' || *text > '9') return 0;
    char* end;
    *__errno_location() = 0;
    const unsigned long value = strtoul(text, &end, 0);
    const int isTooLarge = value == ~0UL && *__errno_location() == E_RANGE;
    if (isTooLarge || value > 0xffffffff) return 0;
    *__errno_location() = before;
    parts[count] = (unsigned)value;
    text = end;
    if (*text != '.') break;
    if (count == Bytes4 - 1 || value > 0xff) return 0;
    ++count;
    ++text;
  }
  const char c = *text;
  if (c != 0 && c != ' ' && !(c >= '\t' && c <= '\r')) return 0;
  if (parts[count] > most[count]) return 0;
  unsigned whole = parts[count];
  for (int i = 0; i < count; ++i) whole |= parts[i] << (24 - 8 * i);
  byte* to = address;
  for (int i = 0; to && i < Bytes4; ++i) to[i] = (byte)(whole >> (24 - 8 * i));
  return 1;
}

unsigned inet_addr(const char* text) {
  unsigned address;
  return inet_aton(text, &address) ? address : 0xffffffff;
}

const char* gai_strerror(int number) {
  static const char* const texts[] = {"Bad value for ai_flags",
                                      "Name or service not known",
                                      "Temporary failure in name resolution",
                                      "Non-recoverable failure in name resolution",
                                      "No address associated with hostname",
                                      "ai_family not supported",
                                      "ai_socktype not supported",
                                      "Servname not supported for ai_socktype",
                                      "Address family for hostname not supported",
                                      "Memory allocation failure",
                                      "System error"};
  static const char* const others[] = {"Processing request in progress",  "Request canceled", "Request not canceled",
                                       "All requests done", "Interrupted by a signal",
                                       "Parameter string not correctly encoded"};
  if (number <= -1 && number >= -11) return texts[-1 - number];
  if (number <= -100 && number >= -105) return others[-100 - number];
  return "Unknown error";
}
