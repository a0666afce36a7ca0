#!/bin/sh
# A library compiles each source twice, with and without -fPIC. What a unit makes of
# the macros that tell, in its own text or in a header, is analysed; a source that
# does not ask is looked at once.
. "$(dirname "$0")/lib.sh"

needs make
repo
write Makefile <<'EOF'
all: a.o a.lo b.o b.lo c.o c.lo
%.o: %.c
	$(CC) -c $< -o $@
%.lo: %.c
	$(CC) -fPIC -DPIC -c $< -o $@
EOF
write a.c <<'EOF'
#ifdef PIC
int shared(int x) { return x + 1; }
#else
int linked(int x) { return x + 1; }
#endif
EOF
write model.h <<'EOF'
#ifdef __pic__
#define STEP 1
#else
#define STEP 2
#endif
EOF
write b.c <<'EOF'
#include "model.h"
int b(int x) { return x + STEP; }
EOF
write c.c <<'EOF'
int topic(int x) { return x + 1; } /* a TOPIC */
EOF
commit "Begin"
edit a.c 's/x + 1/x + 3/'
edit model.h 's/STEP 1/STEP 3/'
edit c.c 's/x + 1/x + 3/'
commit "Change"

changes HEAD~1..HEAD
expect_exit 0
expect_changed shared linked b topic
expect_hunk a.c analysed
expect_json "d['head']['build']['units'] == 5"

ok
