#!/bin/sh
# The project's recipes have no network, not even to this machine itself. A
# listener that this scenario can reach is out of reach for the recipe.
. "$(dirname "$0")/lib.sh"

needs make bash
repo
listen
bash -c "exec 3<>/dev/tcp/127.0.0.1/$port" || fail "the listener does not answer"

write Makefile <<EOF
all: a.o
seen.h:
	if bash -c 'exec 3<>/dev/tcp/127.0.0.1/$port' 2>/dev/null; then echo '#define REACHED 1'; else echo '#define REACHED 0'; fi > \$@
a.o: a.c seen.h
	\$(CC) -c a.c
EOF
write a.c <<'EOF'
int a(int x) { return x; }
EOF
commit "Begin"
write a.c <<'EOF'
#include "seen.h"
int a(int x) { return x; }
#if REACHED
int recipe_reached_the_network(void) { return 1; }
#else
int recipe_was_kept_in(void) { return 1; }
#endif
EOF
commit "Depend on what the recipe reached"

changes HEAD~1..HEAD
expect_exit 0
expect_rows 'added recipe_was_kept_in'

ok
