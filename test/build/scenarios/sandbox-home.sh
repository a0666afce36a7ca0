#!/bin/sh
# The project's recipes can neither read nor write the user's files. What they
# could do is told by a header that they generate and that the code depends on.
. "$(dirname "$0")/lib.sh"

needs make
extra_folders=$(mktemp -d /var/tmp/beagle-scenario.XXXXXX)
export HOME="$extra_folders"
echo secret > "$HOME/key"
repo
write Makefile <<EOF
all: a.o
seen.h:
	if cat $HOME/key > /dev/null 2>&1; then echo '#define READ 1'; else echo '#define READ 0'; fi > \$@
	if echo x > $HOME/left-by-recipe; then echo kept; fi || true
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
#if READ
int recipe_read_the_key(void) { return 1; }
#else
int recipe_was_kept_out(void) { return 1; }
#endif
EOF
commit "Depend on what the recipe saw"

changes HEAD~1..HEAD
expect_exit 0
expect_rows 'added recipe_was_kept_out'
[ ! -e "$HOME/left-by-recipe" ] || fail "the recipe wrote into the home folder"
[ "$(cat "$HOME/key")" = secret ] || fail "the user's file changed"

ok
