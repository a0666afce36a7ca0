#!/bin/sh
# A newcomer's walk: the hook is installed, a push with a regression is blocked with an input that shows it, and goes
# through once that is fixed. Asked to, it lets one push pass.
. "$(dirname "$0")/lib.sh"

clamp_project
hook status
expect_exit 1
expect_contains "is missing"
hook install
expect_exit 0
hook status
expect_exit 0

edit clamp.c 's/x > 10/x > 8/'
commit "Break clamp"
reports=$(git rev-parse --git-dir)/beagle
blocked=$(git rev-parse --short=12 HEAD)
push
[ "$code" -ne 0 ] || fail "the push went through"
expect_said "x = 9"
expect_said "the push is blocked"
expect_said "BEAGLE_SKIP=1"
expect_not_pushed

edit clamp.c 's/x > 8/x >= 10/'
commit "Say it another way"
for number in $(seq 30); do touch -d 2001-01-01 "$reports/old$number.json"; done
push
expect_exit 0
expect_pushed
# Pushes may go on side by side: the reports of the last ones stay.
[ -f "$reports/$blocked.json" ] || fail "the report of the push before is gone"
[ "$(find "$reports" -name '*.json' | wc -l)" -eq 20 ] || fail "there are not 20 reports"

edit clamp.c 's/x >= 10/x > 7/'
commit "Break it again"
export BEAGLE_SKIP=1
push
expect_exit 0
expect_said "skipped"
expect_pushed

ok
