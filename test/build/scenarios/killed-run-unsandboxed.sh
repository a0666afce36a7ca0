#!/bin/sh
# Without a sandbox a run is killed in the middle of a recipe. Make ends with it; the
# recipe itself goes on and writes to where it was told to. That is not where the next
# run builds.
. "$(dirname "$0")/lib.sh"

needs make
repo
write Makefile <<RULES
all: a.o
attempt.h:
	sh '$work/recipe.sh' \$(CURDIR)/attempt.h
a.o: a.c attempt.h
	\$(CC) -c a.c
	sh '$work/wait.sh'
RULES
# The first attempt writes late, the second goes on until that has happened.
write "$work/recipe.sh" <<RECIPE
if [ -f '$work/killed' ]; then
  echo '#define ATTEMPT 2' > "\$1"
else
  echo \$PPID > '$work/begun.new'
  mv '$work/begun.new' '$work/begun'
  until [ -f '$work/waiting' ]; do sleep 0.1; done
  echo '#define ATTEMPT 1' > "\$1"
  touch '$work/late'
fi
RECIPE
write "$work/wait.sh" <<WAIT
touch '$work/waiting'
for i in \$(seq 100); do [ -f '$work/late' ] || sleep 0.1; done
WAIT
write a.c <<'SOURCE'
#include "attempt.h"
int a(int x) { return x; }
SOURCE
commit "Begin"
cat >> a.c <<'SOURCE'
#if ATTEMPT == 1
int first_attempt(void) { return 1; }
#else
int second_attempt(void) { return 2; }
#endif
SOURCE
commit "Tell which attempt it is"

"$BEAGLE" changes HEAD~1..HEAD --sandbox off --jobs 1 > "$work/out" 2> "$work/err" < /dev/null &
pid=$!
for i in $(seq 100); do [ -f "$work/begun" ] || sleep 0.1; done
[ -f "$work/begun" ] || fail "the recipe does not begin"
touch "$work/killed"
kill -KILL "$pid"
wait "$pid" 2>/dev/null || true
maker=$(cat "$work/begun")
for i in $(seq 50); do
  if grep -qa make "/proc/$maker/cmdline" 2>/dev/null; then sleep 0.1; fi
done
! grep -qa make "/proc/$maker/cmdline" 2>/dev/null || fail "make goes on"

changes HEAD~1..HEAD --sandbox off --jobs 1
expect_exit 0
expect_rows 'added second_attempt'
left=$(find "$XDG_CACHE_HOME/beagle/tmp" -mindepth 1)
[ -z "$left" ] || fail "the killed run left: $left"

ok
