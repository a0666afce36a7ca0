#!/bin/sh
# A recipe that writes without end, and no end of a line either, fills no memory
# of ours.
. "$(dirname "$0")/lib.sh"

needs make timeout
repo
write Makefile <<'EOF'
a.o: a.c
	head -c 400000000 /dev/zero
	exit 7
EOF
write a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit a.c 's/x + 1/x + 2/'
commit "Change"

code=0
called="beagle changes HEAD~1..HEAD --build make --build-timeout 60s"
# Less than what the recipe writes.
(
  ulimit -d 300000
  exec timeout 150 "$BEAGLE" changes HEAD~1..HEAD --build make --build-timeout 60s
) > "$work/out" 2> "$work/err" < /dev/null || code=$?
expect_exit 3
[ "$(wc -c < "$work/err")" -lt 100000 ] || fail "the messages pass the flood on"

ok
