#!/bin/sh
# The prepare step reaches the network where the user allows it, and only there; the
# recipes that follow never do. What stands for the network is a listener on this
# machine, which is as far away from the sandbox.
. "$(dirname "$0")/lib.sh"

needs make bash
repo
listen

write reach.sh <<EOF
if exec 3<>/dev/tcp/127.0.0.1/$port; then echo "#define \$1 1"; fi 2>/dev/null > \$1.h
EOF
write Makefile <<'EOF'
a.o: a.c recipe.h
	$(CC) -c a.c
recipe.h:
	bash reach.sh recipe
EOF
write a.c <<'EOF'
int a(int x) { return x; }
EOF
commit "Begin"
write a.c <<'EOF'
#include "prepare.h"
#include "recipe.h"
int a(int x) { return x; }
#ifdef prepare
int prepare_reached_the_network(void) { return 1; }
#else
int prepare_was_kept_in(void) { return 1; }
#endif
#ifdef recipe
int recipe_reached_the_network(void) { return 1; }
#endif
EOF
commit "Depend on what was reached"
bash reach.sh here
grep -q define here.h || fail "the listener does not answer"
rm here.h

changes HEAD~1..HEAD --prepare 'bash reach.sh prepare'
expect_exit 0
expect_rows 'added prepare_was_kept_in'
changes HEAD~1..HEAD --prepare 'bash reach.sh prepare' --allow-network
expect_exit 0
expect_rows 'added prepare_reached_the_network'

ok
