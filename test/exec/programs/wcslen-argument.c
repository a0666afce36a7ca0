// entry: f
// options: --max-buffer 2
// paths: returned 3
// why: a wide text of 0 to 2 characters that ends in a zero
// native: replay
#include <wchar.h>

int f(wchar_t a, wchar_t b) {
  wchar_t text[] = {a, b, 0};
  return (int)wcslen(text);
}
