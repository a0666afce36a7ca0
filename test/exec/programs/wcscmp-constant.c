// entry: f
// paths: returned 3
// why: wide texts differ at the first character or at the second one, in either direction, or not at all
// native: replay
#include <wchar.h>

int f(wchar_t a, wchar_t b) {
  wchar_t text[] = {a, b, 0};
  return wcscmp(text, L"xy");
}
