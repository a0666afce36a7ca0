// entry: f
// paths: returned 2
// why: by how much one text is greater is another number in the C library where a text crosses a page; the sign counts
// native: replay
#include <wchar.h>

int f(wchar_t a) {
  static wchar_t room[1026] __attribute__((aligned(4096)));
  room[1023] = a;
  room[1024] = L'c';
  room[1025] = 0;
  return wcscmp(room + 1023, L"bc");
}
