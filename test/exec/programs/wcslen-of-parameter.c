// entry: f
// options: --max-buffer 3
// paths: returned 4
// why: what is given to wcslen ends with a zero, after at most three characters
// native: replay
#include <wchar.h>

int f(const wchar_t *text) {
  return (int)wcslen(text);
}
