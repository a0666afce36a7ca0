// entry: f
// options: --max-string 2
// paths: returned 6
// why: argument of one letter each: -a is known, -b wants a value
// native: replay
#include <unistd.h>

int f(char letter) {
  char word[] = {'-', letter, 0}, name[] = "prog";
  char *arguments[] = {name, word, 0};
  opterr = 0;
  optind = 1;
  int got = getopt(2, arguments, "ab:");
  return got == 'a' ? 1 : got == '?' ? optopt == 'b' ? 2 : 3 : got == -1 ? 4 : 5;
}
