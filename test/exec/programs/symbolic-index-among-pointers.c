// entry: f
// paths: returned 3
// why: a table of pointers lies on either side of the text, which no index leaves

#include <string.h>

struct state {
  void *before[300];
  char text[900];
  void *behind[300];
};

int f(unsigned at, char c) {
  struct state s;
  memset(&s, 0, sizeof s);
  for (int i = 0; i < 300; i++) s.before[i] = s.behind[i] = &s;
  if (at >= sizeof s.text) return 0;
  s.text[at] = c;
  if (s.text[at / 2] == 'x') return s.before[7] == &s;
  return s.behind[7] == &s ? 2 : 3;
}
