#!/bin/sh
# A branch that was put on another base, or that another branch was merged into, adds what is new of it: what others
# have pushed meanwhile is none of its business.
. "$(dirname "$0")/lib.sh"

clamp_project
hook install
echo "int scale(int x) { return 2 * x; }" > scale.c
commit "Add scale"
push
git checkout -q -b topic
echo "int one(void) { return 1; }" > one.c
commit "Add one"
push -u origin topic
expect_exit 0
git checkout -q main
edit clamp.c 's/x > 10/x > 8/'
commit "Somebody breaks clamp"
echo "int two(void) { return 2; }" > two.c
commit "Somebody adds two"
git push -q --no-verify origin main

git checkout -q topic
git branch merging
tick
git rebase -q main
edit scale.c 's/2 \* x/x + x/'
commit "Say it another way"
push --force origin topic
expect_exit 0
expect_pushed topic
expect_not_contains "clamp"

git checkout -q merging
git push -q --no-verify origin merging
tick
git merge -q --no-edit main
edit scale.c 's/2 \* x/x + x/'
commit "Say it another way here, too"
push origin merging
expect_exit 0
expect_pushed merging
expect_not_contains "clamp"

# What it does add is checked.
edit scale.c 's/x + x/x + 3/'
commit "Break scale"
push origin merging
[ "$code" -ne 0 ] || fail "the push went through"
expect_said "scale (scale.c:1): changed"
expect_not_contains "clamp ("

ok
