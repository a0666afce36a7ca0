// string.h: looking for something in a string.

#include "analysis/exec/runtime/runtime.h"

char* strchrnul(const char* text, int wanted) {
  while ((*text != (char)wanted) & (*text != 0)) ++text;
  return (char*)text;
}

char* strchr(const char* text, int wanted) {
  const char* at = strchrnul(text, wanted);
  return *at == (char)wanted ? (char*)at : NOTHING;
}

char* index(const char* text, int wanted) {
  return strchr(text, wanted);
}

char* strrchr(const char* text, int wanted) {
  for (const char* at = text + strlen(text);; --at) {
    if (*at == (char)wanted) return (char*)at;
    if (at == text) return NOTHING;
  }
}

char* rindex(const char* text, int wanted) {
  return strrchr(text, wanted);
}

/// Whether the text starts with the prefix; with letters of either case if `fold`.
static int startsWith(const char* text, const char* prefix, int fold) {
  for (; *prefix; ++text, ++prefix) {
    const int a = fold ? tolower((byte)*text) : (byte)*text;
    const int b = fold ? tolower((byte)*prefix) : (byte)*prefix;
    if (a != b) return 0; // also at the end of the text
  }
  return 1;
}

static char* find(const char* text, const char* wanted, int fold) {
  for (;; ++text) {
    if (startsWith(text, wanted, fold)) return (char*)text;
    if (*text == 0) return NOTHING;
  }
}

char* strstr(const char* text, const char* wanted) {
  return find(text, wanted, 0);
}

char* strcasestr(const char* text, const char* wanted) {
  return find(text, wanted, 1);
}

/// Whether the set holds the byte, found without a branch on the byte. 0 is in no set.
static int isIn(const char* set, char c) {
  int found = 0;
  for (; *set; ++set) found |= *set == c;
  return found;
}

size_t strspn(const char* text, const char* set) {
  size_t length = 0;
  while (isIn(set, text[length])) ++length;
  return length;
}

size_t strcspn(const char* text, const char* set) {
  size_t length = 0;
  while (!(isIn(set, text[length]) | (text[length] == 0))) ++length;
  return length;
}

char* strpbrk(const char* text, const char* set) {
  text += strcspn(text, set);
  return *text ? (char*)text : NOTHING;
}
