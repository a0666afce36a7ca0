#define _XOPEN_SOURCE 700
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "common.h"

static long wat(const wchar_t* p, const wchar_t* base) { return p ? (long)(p - base) : -1; }

static void showWide(const wchar_t* text, int count) {
  for (int i = 0; i < count; ++i) printf(" %x", (unsigned)text[i]);
  printf("\n");
}

static void texts(const wchar_t* a, const wchar_t* b, size_t n) {
  wchar_t c[40];
  wmemset(c, L'#', 40);
  printf("wcslen %zu %zu wcsnlen %zu\n", wcslen(a), wcslen(b), wcsnlen(a, n));
  printf("wcscmp %d wcsncmp %d wcscoll %d wmemcmp %d\n", sign(wcscmp(a, b)), sign(wcsncmp(a, b, n)), sign(wcscoll(a, b)), sign(wmemcmp(a, b, 1)));
  printf("wcscpy %ld", wat(wcscpy(c, a), c)), showWide(c, 8);
  printf("wcscat %ld", wat(wcscat(c, b), c)), showWide(c, 16);
  printf("wcsncat %ld", wat(wcsncat(c, b, n), c)), showWide(c, 20);
  wmemset(c, L'#', 40);
  printf("wcsncpy %ld", wat(wcsncpy(c, a, n), c)), showWide(c, 8);
  printf("wcpcpy %ld wmempcpy %ld\n", wat(wcpcpy(c, a), c), wat(wcsdup(a) ? c : 0, c));
  for (wchar_t w = L'A'; w < L'E'; ++w) printf("wcschr %ld wcsrchr %ld wmemchr %ld\n", wat(wcschr(a, w), a), wat(wcsrchr(a, w), a), wat(wmemchr(a, w, wcslen(a)), a));
  printf("wcsspn %zu wcscspn %zu wcspbrk %ld wcsstr %ld\n", wcsspn(a, b), wcscspn(a, b), wat(wcspbrk(a, b), a), wat(wcsstr(a, b), a));
  printf("wcswidth %d\n", wcswidth(a, n));
}

int main(void) {
  for (int i = 0; i < 40; ++i) {
    wchar_t a[10], b[10];
    const unsigned m = nextNumber(7), n = nextNumber(4);
    for (unsigned k = 0; k < m; ++k) a[k] = L'A' + (wchar_t)nextNumber(4);
    for (unsigned k = 0; k < n; ++k) b[k] = L'A' + (wchar_t)nextNumber(3);
    a[m] = b[n] = 0;
    texts(a, b, nextNumber(6));
  }
  for (unsigned c = 0; c < 300; c += 1)
    printf("%u: %d%d%d%d%d%d%d%d%d%d%d%d %x %x %d %x %x\n", c, !!iswalnum(c), !!iswalpha(c), !!iswblank(c), !!iswcntrl(c), !!iswdigit(c), !!iswgraph(c),
           !!iswlower(c), !!iswprint(c), !!iswpunct(c), !!iswspace(c), !!iswupper(c), !!iswxdigit(c), towlower(c), towupper(c), wcwidth((wchar_t)c), (unsigned)btowc((int)c), (unsigned)wctob(c));
  static const char* const bytes[] = {"", "abc", "a\x80z", "\xff"};
  for (int i = 0; i < 4; ++i) {
    wchar_t w[8] = {9, 9, 9, 9, 9, 9, 9, 9};
    const char* from = bytes[i];
    mbstate_t state;
    memset(&state, 0, sizeof state);
    errno = 0;
    printf("mbstowcs %zd %zd errno %d", (ssize_t)mbstowcs(w, from, 2), (ssize_t)mbstowcs(NULL, from, 0), errno), showWide(w, 4);
    errno = 0;
    const size_t length = mbsrtowcs(w, &from, 8, &state);
    printf("mbsrtowcs %zd %ld errno %d", (ssize_t)length, at(from, bytes[i]), errno), showWide(w, 4);
    wchar_t one = 77;
    errno = 0;
    printf("mbrtowc %zd %zd mbtowc %d mblen %d errno %d %x\n", (ssize_t)mbrtowc(&one, bytes[i], 3, NULL), (ssize_t)mbrtowc(&one, bytes[i], 0, NULL), mbtowc(&one, bytes[i], 2), mblen(bytes[i], 1), errno, (unsigned)one);
  }
  static const wchar_t* const wide[] = {L"", L"abc", L"a\x80", L"\x100q"};
  for (int i = 0; i < 4; ++i) {
    char text[8] = "#######";
    const wchar_t* from = wide[i];
    errno = 0;
    const size_t length = wcsrtombs(text, &from, 8, NULL);
    printf("wcsrtombs %zd %ld errno %d <%.3s>\n", (ssize_t)length, wat(from, wide[i]), errno, text);
    errno = 0;
    printf("wcstombs %zd %zd wcrtomb %zd wctomb %d errno %d\n", (ssize_t)wcstombs(text, wide[i], 2), (ssize_t)wcstombs(NULL, wide[i], 0), (ssize_t)wcrtomb(text, wide[i][0], NULL), wctomb(text, wide[i][0]), errno);
  }
  return 0;
}
