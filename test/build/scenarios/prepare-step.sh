#!/bin/sh
# The prepare command runs in each version before the build and makes what the
# build needs.
. "$(dirname "$0")/lib.sh"

needs make
repo
write Makefile <<'EOF'
a.o: a.c
	$(CC) -c a.c
EOF
write prepare.sh <<'EOF'
echo "#define STEP $(wc -l < steps.txt)" > step.h
EOF
printf 'one\n' | write steps.txt
write a.c <<'EOF'
#include "step.h"
int a(int x) { return x + STEP; }
EOF
commit "Begin"
printf 'one\ntwo\n' | write steps.txt
commit "Add a step"

beagle changes HEAD~1..HEAD
expect_exit 3
expect_message step.h
changes HEAD~1..HEAD --prepare 'sh prepare.sh'
expect_exit 0
expect_changed a

ok
