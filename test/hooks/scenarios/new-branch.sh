#!/bin/sh
# A new branch is compared with what the remote has of its history; several refs at once are checked each.
. "$(dirname "$0")/lib.sh"

clamp_project
hook install
git checkout -q -b topic
edit clamp.c 's/x > 10/x > 11/'
commit "Let 11 pass"
push -u origin topic
[ "$code" -ne 0 ] || fail "the push went through"
expect_said "x = 11"
expect_not_pushed topic

git checkout -q -b fine main
edit clamp.c 's/x < 0/x <= -1/'
commit "Say it another way"
push origin fine
expect_exit 0
expect_pushed fine

push origin fine topic
[ "$code" -ne 0 ] || fail "the push went through"
expect_not_pushed topic

ok
