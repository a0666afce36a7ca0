// entry: f
// paths: returned 3
// why: a byte of ASCII, the NUL, or one that is no character
// native: replay
#include <wchar.h>

int f(char c) {
  wchar_t w = 0;
  size_t n = mbrtowc(&w, &c, 1, 0);
  if (n == 1 && w != c) __builtin_trap();
  return (int)n;
}
