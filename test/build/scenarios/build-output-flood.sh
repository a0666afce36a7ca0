#!/bin/sh
# A recipe that writes without end does not fill memory or disk: its output is
# limited, and the message shows no more than a readable part of it.
. "$(dirname "$0")/lib.sh"

needs make timeout
repo
write Makefile <<'EOF'
a.o: a.c
	yes 'flood flood flood' | head -c 50000000
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
timeout 150 "$BEAGLE" changes HEAD~1..HEAD --build make --build-timeout 60s \
  > "$work/out" 2> "$work/err" < /dev/null || code=$?
expect_exit 3
[ "$(wc -c < "$work/err")" -lt 100000 ] || fail "the messages pass the flood on"

# Nor does the note, where each source is compiled by itself instead.
beagle changes HEAD~1..HEAD
expect_exit 0
expect_contains "exited with status 2"
[ "$(cat "$work/out" "$work/err" | wc -c)" -lt 100000 ] || fail "the note passes the flood on"

ok
