#define _GNU_SOURCE
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"

static int flag;
static const struct option words[] = {{"all", no_argument, NULL, 'a'},          {"allow", required_argument, NULL, 'w'},
                                      {"file", required_argument, NULL, 'f'},   {"maybe", optional_argument, NULL, 'm'},
                                      {"set", no_argument, &flag, 7},           {NULL, 0, NULL, 0}};

static void run(const char* letters, int kind, int count, char** arguments) {
  optind = 0;
  flag = 0;
  printf("%s %d:", letters, kind);
  for (int i = 1; i < count; ++i) printf(" %s", arguments[i]);
  printf("\n");
  fflush(stdout);
  for (int calls = 0; calls < 20; ++calls) {
    int which = -1;
    const int got = kind == 0   ? getopt(count, arguments, letters)
                    : kind == 1 ? getopt_long(count, arguments, letters, words, &which)
                                : getopt_long_only(count, arguments, letters, words, &which);
    printf("  %d optarg %s optind %d optopt %d which %d flag %d\n", got, optarg ? optarg : "-", optind, got == '?' || got == ':' ? optopt : 0, which, flag);
    if (got == -1) break;
  }
  for (int i = optind; i < count; ++i) printf("  rest %s\n", arguments[i]);
}

int main(void) {
  static const char* const pool[] = {"-a",     "-b",     "-ab",      "-fname", "-f",      "name",   "--",    "-",     "--all",
                                     "--al",   "--file", "--file=x", "--maybe", "--maybe=y", "--set", "--all=z", "--unknown", "-m", "-mx", "-x", "-all", "--fi"};
  static const char* const letters[] = {"abf:", "+abf:m::", "-abf:", ":abf:m::"};
  dup2(1, 2);
  setvbuf(stdout, NULL, _IONBF, 0);
  for (int i = 0; i < 150; ++i) {
    char* arguments[8] = {"prog"};
    int count = 1;
    const int wanted = 1 + (int)nextNumber(6);
    while (count <= wanted) arguments[count++] = (char*)pool[nextNumber(sizeof pool / sizeof *pool)];
    arguments[count] = NULL;
    opterr = nextNumber(4) != 0;
    run(letters[nextNumber(4)], (int)nextNumber(3), count, arguments);
  }
  return 0;
}
