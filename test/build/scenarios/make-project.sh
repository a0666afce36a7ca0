#!/bin/sh
# A plain Makefile. The compiler calls are recorded while it runs, with the
# flags that its variables and pattern rules put together.
. "$(dirname "$0")/lib.sh"

needs make
repo
write Makefile <<'EOF'
CFLAGS = -O2 -Wall -Iinclude -DLIMIT=7
OBJECTS = src/main.o src/parse.o
prog: $(OBJECTS)
	$(CC) -o $@ $(OBJECTS)
src/%.o: src/%.c include/parse.h
	$(CC) $(CFLAGS) -c -o $@ $<
clean:
	rm -f prog $(OBJECTS)
EOF
write include/parse.h <<'EOF'
int parse(const char *s);
EOF
write src/parse.c <<'EOF'
#include "parse.h"
#ifndef LIMIT
#error LIMIT comes from the Makefile
#endif
int parse(const char *s) {
  int n = 0;
  while (n < LIMIT && s[n]) n++;
  return n;
}
EOF
write src/main.c <<'EOF'
#include "parse.h"
int main(int argc, char **argv) { return argc > 1 ? parse(argv[1]) : 0; }
EOF
commit "Begin"
edit src/parse.c 's/n < LIMIT/n <= LIMIT/'
commit "Take one more"

changes HEAD~1..HEAD
expect_exit 0
expect_changed parse
expect_entries parse
expect_hunk src/parse.c analysed
grep -qi make "$work/err" || fail "the choice of the build system is not printed"
[ -z "$(git status --porcelain --ignored)" ] || fail "the build left files behind"

ok
