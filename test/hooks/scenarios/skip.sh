#!/bin/sh
# BEAGLE_SKIP skips when it says something, and nothing and 0 say nothing; what the hook says is what it does.
. "$(dirname "$0")/lib.sh"

clamp_project
hook install
edit clamp.c 's/x > 10/x > 8/'
commit "Break clamp"
for nothing in "" 0; do
  export BEAGLE_SKIP="$nothing"
  push
  [ "$code" -ne 0 ] || fail "BEAGLE_SKIP=$nothing skipped"
  expect_said "x = 9"
done
unset BEAGLE_SKIP
expect_not_pushed

sed -i "s|beagle='.*'|beagle='/nowhere/beagle'|" .git/hooks/pre-push
without_program() {
  called="git push without a program"
  code=0
  PATH=/usr/bin:/bin git push > "$work/out" 2> "$work/err" < /dev/null || code=$?
}
for nothing in "" 0; do
  export BEAGLE_SKIP="$nothing"
  without_program
  [ "$code" -ne 0 ] || fail "BEAGLE_SKIP=$nothing skipped"
  expect_said "is blocked"
done
export BEAGLE_SKIP=1
without_program
unset BEAGLE_SKIP
expect_exit 0
expect_pushed
expect_said "skipped, as BEAGLE_SKIP says"
expect_not_contains "blocked"

ok
