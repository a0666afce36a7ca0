#!/bin/sh
# .beagle.yml decides what blocks a push.
. "$(dirname "$0")/lib.sh"

clamp_project
hook install
echo "contract: no-new-crash" > .beagle.yml
edit clamp.c 's/x > 10/x > 8/'
commit "Other results are allowed"
push
expect_exit 0
expect_pushed

edit clamp.c 's/return x;/return x \/ (x - 3);/'
commit "Divide by zero"
push
[ "$code" -ne 0 ] || fail "the push went through"
expect_said "division by zero"

echo "contrakt: off" > .beagle.yml
commit "A mistake in the settings"
push
expect_said "contrakt"

ok
