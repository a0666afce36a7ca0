#!/bin/sh
# Two versions that end in one memory error do the same, though what is said of it names other addresses each time.
. "$(dirname "$0")/lib.sh"

repo
write last.c <<'END'
#include <stdio.h>
int last(const int *values, int count) {
  fputs("looking", stderr);
  return values[count];
}
END
commit "Add last"
edit last.c 's/looking/searching/'
commit "Say it in another way"
report "$work/report.json" HEAD~1..HEAD

beagle replay "$work/report.json"
expect_exit 0
expect_contains "memory-error"
expect_contains "it still shows"

edit last.c 's/searching/looking/'
commit "Say it as before"
beagle replay "$work/report.json" --head HEAD
expect_exit 1
expect_contains "memory-error"
expect_contains "it does not show any more"

ok
