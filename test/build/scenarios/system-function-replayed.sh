#!/bin/sh
# What the system says is an input. In a native run the function is told what to answer; the libraries, which call it
# themselves before anything else, get the real one.
. "$(dirname "$0")/lib.sh"

repo
write a.c <<'EOF'
#include <unistd.h>
int pages(unsigned char wanted) {
  long size = sysconf(_SC_PAGESIZE);
  if (size < 0) return -1;
  return wanted < size ? 1 : 2;
}
EOF
commit "First"

beagle explore a.c --entry pages --replay
expect_exit 0
expect_contains "2 agree, 0 disagree, 0 not comparable"

ok
