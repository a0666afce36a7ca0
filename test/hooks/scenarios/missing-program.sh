#!/bin/sh
# Without its program the hook is loud, and never a silent pass.
. "$(dirname "$0")/lib.sh"

clamp_project
hook install
sed -i "s|beagle='.*'|beagle='/nowhere/beagle'|" .git/hooks/pre-push
echo "int one(void) { return 1; }" > one.c
commit "Add one"
called="git push"
code=0
PATH=/usr/bin:/bin git push > "$work/out" 2> "$work/err" || code=$?
[ "$code" -ne 0 ] || fail "the push went through"
expect_said "the program is gone"
BEAGLE_SKIP=1 PATH=/usr/bin:/bin git push > "$work/out" 2> "$work/err" || fail "BEAGLE_SKIP did not help"
expect_pushed

ok
