#!/bin/sh
# The remote has a commit that is not here: what is known of its branches decides what is new.
. "$(dirname "$0")/lib.sh"

clamp_project
hook install
git clone -q "$work/remote.git" "$work/other"
cd "$work/other"
echo "int two(void) { return 2; }" > two.c
commit "Add two"
git push -q
theirs=$(git rev-parse HEAD)
cd "$work/repo"
! git cat-file -e "$theirs" 2> /dev/null || fail "their commit is here"

edit clamp.c 's/x > 10/x > 8/'
commit "Break clamp"
push --force
[ "$code" -ne 0 ] || fail "the push went through"
expect_said "x = 9"
expect_not_pushed
edit clamp.c 's/x > 8/x >= 10/'
commit "Say it another way"
push --force
expect_exit 0
expect_silent
expect_pushed

ok
