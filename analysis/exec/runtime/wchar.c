// wchar.h: strings of wide characters.

#include "analysis/exec/runtime/runtime.h"

typedef int wide;

size_t wcslen(const wide* text) {
  size_t length = 0;
  while (text[length]) ++length;
  return length;
}
size_t wcsnlen(const wide* text, size_t most) {
  size_t length = 0;
  while (length < most && text[length]) ++length;
  return length;
}

wide* wmemcpy(wide* to, const wide* from, size_t count) {
  for (size_t i = 0; i < count; ++i) to[i] = from[i];
  return to;
}
wide* wmempcpy(wide* to, const wide* from, size_t count) {
  return wmemcpy(to, from, count) + count;
}
wide* wmemmove(wide* to, const wide* from, size_t count) {
  return __builtin_memmove(to, from, count * sizeof *to);
}
wide* wmemset(wide* to, wide value, size_t count) {
  for (size_t i = 0; i < count; ++i) to[i] = value;
  return to;
}
wide* wmemchr(const wide* text, wide wanted, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (text[i] == wanted) return (wide*)text + i;
  return NOTHING;
}
int wmemcmp(const wide* left, const wide* right, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (left[i] != right[i]) return left[i] > right[i] ? 1 : -1;
  return 0;
}

wide* wcscpy(wide* to, const wide* from) {
  for (size_t i = 0; (to[i] = from[i]) != 0; ++i) {
  }
  return to;
}
wide* wcpcpy(wide* to, const wide* from) {
  for (; (*to = *from) != 0; ++to, ++from) {
  }
  return to;
}
wide* wcsncpy(wide* to, const wide* from, size_t count) {
  size_t i = 0;
  for (; i < count && from[i]; ++i) to[i] = from[i];
  for (; i < count; ++i) to[i] = 0;
  return to;
}
wide* wcscat(wide* to, const wide* from) {
  wcscpy(to + wcslen(to), from);
  return to;
}
wide* wcsncat(wide* to, const wide* from, size_t count) {
  wide* end = to + wcslen(to);
  size_t i = 0;
  for (; i < count && from[i]; ++i) end[i] = from[i];
  end[i] = 0;
  return to;
}
wide* wcsdup(const wide* text) {
  const size_t count = wcslen(text) + 1;
  wide* copy = malloc(count * sizeof *copy);
  return copy ? wmemcpy(copy, text, count) : NOTHING;
}

int wcscmp(const wide* left, const wide* right) {
  for (; *left == *right; ++left, ++right)
    if (!*left) return 0;
  return *left > *right ? 1 : -1;
}
int wcsncmp(const wide* left, const wide* right, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (left[i] != right[i]) return left[i] > right[i] ? 1 : -1;
    if (!left[i]) return 0;
  }
  return 0;
}
int wcscoll(const wide* left, const wide* right) {
  return wcscmp(left, right);
}

wide* wcschr(const wide* text, wide wanted) {
  for (;; ++text) {
    if (*text == wanted) return (wide*)text;
    if (!*text) return NOTHING;
  }
}
wide* wcsrchr(const wide* text, wide wanted) {
  const wide* last = NOTHING;
  for (;; ++text) {
    if (*text == wanted) last = text;
    if (!*text) return (wide*)last;
  }
}
size_t wcsspn(const wide* text, const wide* accepted) {
  size_t length = 0;
  while (text[length] && wcschr(accepted, text[length])) ++length;
  return length;
}
size_t wcscspn(const wide* text, const wide* rejected) {
  size_t length = 0;
  while (text[length] && !wcschr(rejected, text[length])) ++length;
  return length;
}
wide* wcspbrk(const wide* text, const wide* wanted) {
  text += wcscspn(text, wanted);
  return *text ? (wide*)text : NOTHING;
}
wide* wcsstr(const wide* text, const wide* wanted) {
  const size_t length = wcslen(wanted);
  for (;; ++text) {
    if (wcsncmp(text, wanted, length) == 0) return (wide*)text;
    if (!*text) return NOTHING;
  }
}
