// Text through stdio, exit through its handlers, strings and numbers of the C library.
// entry: report
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int failures;

int report(char first, int value) {
  char name[] = {first, '1', '2', ':', 0};
  char* end;
  long number = strtol(name, &end, 10);
  if (*end == ':') printf("%s|%5d|%ld\n", name, value, number);
  if (value == 7) fprintf(stderr, "seven %c\n", name[0] ? name[0] : '-');
  if (strchr(name, 'q')) {
    failures++;
    puts("leaving");
    exit(4);
  }
  if (errno == ERANGE) return -1;
  return (int)strlen(name) + (int)number;
}
