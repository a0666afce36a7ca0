// wchar.h, wctype.h in the locale "C": the characters are those of ASCII, a byte each.

#include "analysis/exec/runtime/runtime.h"

typedef int wide;
enum { E_ILSEQ = 84, MostAscii = 127 };

static size_t bad(void) {
  *__errno_location() = E_ILSEQ;
  return (size_t)-1;
}

size_t mbrtowc(wide* to, const char* bytes, size_t count, void* state) {
  (void)state;
  if (!bytes) return 0;
  if (count == 0) return (size_t)-2;
  if ((byte)*bytes > MostAscii) return bad();
  if (to) *to = *bytes;
  return *bytes != 0;
}
size_t mbrlen(const char* bytes, size_t count, void* state) {
  return mbrtowc(NOTHING, bytes, count, state);
}
size_t __mbrlen(const char* bytes, size_t count, void* state) {
  return mbrtowc(NOTHING, bytes, count, state);
}
int mbtowc(wide* to, const char* bytes, size_t count) {
  if (!bytes) return 0;
  if (count == 0) return -1;
  return (int)mbrtowc(to, bytes, count, NOTHING);
}
int mblen(const char* bytes, size_t count) {
  return mbtowc(NOTHING, bytes, count);
}
size_t wcrtomb(char* to, wide character, void* state) {
  (void)state;
  if (!to) return 1;
  if ((u32)character > MostAscii) return bad();
  *to = (char)character;
  return 1;
}
int wctomb(char* to, wide character) {
  return to ? (int)wcrtomb(to, character, NOTHING) : 0;
}
int mbsinit(const void* state) {
  (void)state;
  return 1;
}

size_t mbsrtowcs(wide* to, const char** from, size_t count, void* state) {
  (void)state;
  const char* at = *from;
  for (size_t i = 0; !to || i < count; ++i) {
    if ((byte)at[i] > MostAscii) {
      if (to) *from = at + i;
      return bad();
    }
    if (to) to[i] = at[i];
    if (at[i]) continue;
    if (to) *from = NOTHING;
    return i;
  }
  *from = at + count;
  return count;
}
size_t mbstowcs(wide* to, const char* from, size_t count) {
  return mbsrtowcs(to, &from, count, NOTHING);
}
size_t wcsrtombs(char* to, const wide** from, size_t count, void* state) {
  (void)state;
  const wide* at = *from;
  for (size_t i = 0; !to || i < count; ++i) {
    if ((u32)at[i] > MostAscii) {
      if (to) *from = at + i;
      return bad();
    }
    if (to) to[i] = (char)at[i];
    if (at[i]) continue;
    if (to) *from = NOTHING;
    return i;
  }
  *from = at + count;
  return count;
}
size_t wcstombs(char* to, const wide* from, size_t count) {
  return wcsrtombs(to, &from, count, NOTHING);
}

wide btowc(int c) {
  return c >= 0 && c <= MostAscii ? c : -1;
}
int wctob(wide c) {
  return c >= 0 && c <= MostAscii ? c : -1;
}

int wcwidth(wide c) {
  return c == 0 ? 0 : c >= ' ' && c < MostAscii ? 1 : -1;
}
int wcswidth(const wide* text, size_t count) {
  int width = 0;
  for (size_t i = 0; i < count && text[i]; ++i) {
    const int one = wcwidth(text[i]);
    if (one < 0) return -1;
    width += one;
  }
  return width;
}

#define CLASS(NAME, OF_BYTES)                                                                                \
  int OF_BYTES(int c);                                                                                       \
  int NAME(u32 c) {                                                                                          \
    return c <= MostAscii && OF_BYTES((int)c) != 0;                                                          \
  }
CLASS(iswalnum, isalnum)
CLASS(iswalpha, isalpha)
CLASS(iswblank, isblank)
CLASS(iswcntrl, iscntrl)
CLASS(iswdigit, isdigit)
CLASS(iswgraph, isgraph)
CLASS(iswlower, islower)
CLASS(iswprint, isprint)
CLASS(iswpunct, ispunct)
CLASS(iswspace, isspace)
CLASS(iswupper, isupper)
CLASS(iswxdigit, isxdigit)

int toupper(int c);

u32 towlower(u32 c) {
  return c <= MostAscii ? (u32)tolower((int)c) : c;
}
u32 towupper(u32 c) {
  return c <= MostAscii ? (u32)toupper((int)c) : c;
}
