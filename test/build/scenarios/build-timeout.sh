#!/bin/sh
# A recipe that never ends is cut off. The message names the limit, and the run
# ends soon after it.
. "$(dirname "$0")/lib.sh"

needs make timeout
repo
write Makefile <<'EOF'
a.o: a.c
	while :; do :; done
	$(CC) -c a.c
EOF
write a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit a.c 's/x + 1/x + 2/'
commit "Change"

code=0
called="beagle changes HEAD~1..HEAD --build-timeout 5s"
timeout 60 "$BEAGLE" changes HEAD~1..HEAD --build-timeout 5s \
  > "$work/out" 2> "$work/err" < /dev/null || code=$?
[ "$code" -ne 124 ] || fail "still running after a minute"
expect_exit 3
expect_matches '5 ?s'
expect_matches 'time'
[ ! -s "$work/out" ] || fail "there is a report of what was not built"

ok
