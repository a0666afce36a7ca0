#!/bin/sh
# A run is killed at several moments, without a chance to clean up. The next
# run gives the right answer, and clears away what the dead ones left behind.
. "$(dirname "$0")/lib.sh"

needs make
repo
write Makefile <<'EOF'
all: a.o b.o
a.o: a.c
	sleep 1
	$(CC) -c a.c
b.o: b.c
	$(CC) -c b.c
EOF
write a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
write b.c <<'EOF'
int b(int x) { return x + 1; }
EOF
commit "Begin"
edit a.c 's/x + 1/x + 2/'
commit "Change"

for moment in 0.05 0.3 0.8 1.6 2.4; do
  "$BEAGLE" changes HEAD~1..HEAD --format json > "$work/out" 2> "$work/err" < /dev/null &
  pid=$!
  sleep $moment
  kill -KILL "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
done

changes HEAD~1..HEAD
expect_exit 0
expect_changed a
# Nothing below a folder of runs, and nothing among the temporary files.
left=$(find "$XDG_CACHE_HOME" -path '*/run*/*' -type f)
[ -z "$left" ] || fail "killed runs left: $left"
left=$(find "$TMPDIR" -mindepth 1)
[ -z "$left" ] || fail "killed runs left: $left"
[ -z "$(git status --porcelain --ignored)" ] || fail "killed runs left files in the repository"

ok
