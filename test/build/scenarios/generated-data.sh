#!/bin/sh
# Units read what the build makes under any name and of any size: a text, a table
# that is called a binary, a header of many megabytes. Only what they are made from
# changes.
. "$(dirname "$0")/lib.sh"

needs make
repo
write Makefile <<'EOF'
all: a.o b.o c.o d.o
steps.txt: input
	sed 's/^/STEP(/; s/$$/)/' input > $@
table.bin: input
	sed 's/$$/,/' input > $@
wide.h: input
	(echo '/*'; head -c 17000000 /dev/zero | tr '\0' x; echo '*/') > $@
	echo "#define WIDE $$(wc -l < input)" >> $@
a.o: a.c steps.txt
	$(CC) -c a.c
b.o: b.c table.bin
	$(CC) -c b.c
c.o: c.c wide.h
	$(CC) -c c.c
d.o: d.c
	$(CC) -c d.c
EOF
printf '1\n2\n' | write input
write a.c <<'EOF'
#define STEP(number) +number
int a(void) {
  return 0
#include "steps.txt"
      ;
}
EOF
write b.c <<'EOF'
int b(unsigned place) {
  static const unsigned char table[] = {
#include "table.bin"
  };
  return place < sizeof table ? table[place] : -1;
}
EOF
write c.c <<'EOF'
#include "wide.h"
int c(void) { return WIDE; }
EOF
write d.c <<'EOF'
int d(void) { return 4; }
EOF
commit "Begin"
printf '1\n2\n5\n' | write input
commit "Add a number"

changes HEAD~1..HEAD
expect_exit 0
expect_changed a b c
expect_json "d['head']['build']['compiled'] == 3"

ok
