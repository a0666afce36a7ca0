// entry: f
// paths: returned 4
// why: --all and its beginnings are one option; what is no beginning of it is none
// native: replay
#include <getopt.h>

int f(char last) {
  static const struct option words[] = {{"all", no_argument, 0, 'a'}, {0, 0, 0, 0}};
  char word[] = {'-', '-', 'a', last, 0}, name[] = "prog";
  char *arguments[] = {name, word, 0};
  opterr = 0;
  optind = 1;
  return getopt_long(2, arguments, "", words, 0);
}
