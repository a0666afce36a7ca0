#!/bin/sh
# The Makefile generates a header before it compiles. The generator's input
# changed, so the user of the header changed.
. "$(dirname "$0")/lib.sh"

needs make
repo
write Makefile <<'EOF'
all: table.o other.o
table.h: table.txt
	sed 's/^/  /; s/$$/,/' table.txt > $@
table.o: table.c table.h
	$(CC) -c table.c
other.o: other.c
	$(CC) -c other.c
EOF
printf '1\n2\n4\n' | write table.txt
write table.c <<'EOF'
int weight(int i) {
  const int w[] = {
#include "table.h"
  };
  return w[i];
}
EOF
write other.c <<'EOF'
int other(int x) { return x; }
EOF
commit "Begin"
printf '1\n3\n4\n' | write table.txt
commit "Weigh differently"

changes HEAD~1..HEAD
expect_exit 0
expect_changed weight
expect_entries weight
expect_hunk table.txt non-C

ok
