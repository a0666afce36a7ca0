#!/bin/sh
# Nothing of the user's environment reaches the project's recipes: a token in a
# variable stays with the user, and a compiler flag there does not change the code.
. "$(dirname "$0")/lib.sh"

needs make
export SECRET_TOKEN=do-not-tell CPATH="$work/evil" CFLAGS=-DFROM_THE_USER=1
repo
write Makefile <<'EOF'
all: a.o
seen.h:
	if [ -n "$$SECRET_TOKEN" ]; then echo '#define TOLD 1'; else echo '#define TOLD 0'; fi > $@
a.o: a.c seen.h
	$(CC) $(CFLAGS) -c a.c
EOF
write a.c <<'EOF'
int a(int x) { return x; }
EOF
commit "Begin"
write a.c <<'EOF'
#include "seen.h"
int a(int x) { return x; }
#if TOLD || defined FROM_THE_USER
int recipe_was_told(void) { return 1; }
#else
int recipe_was_not_told(void) { return 1; }
#endif
EOF
commit "Depend on the environment"

changes HEAD~1..HEAD
expect_exit 0
expect_rows 'added recipe_was_not_told'
expect_not_contains do-not-tell

ok
