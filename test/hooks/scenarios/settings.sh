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

# What does not build cannot be checked: that goes through, unless the settings say otherwise.
edit clamp.c 's/return x \/ (x - 3);/return x +;/'
printf 'hook:\n  on-error: block\n' > .beagle.yml
commit "Break the build"
push
[ "$code" -ne 0 ] || fail "the push went through"
expect_said "could not be checked: "
expect_said "clamp.c:4"
echo "{}" > .beagle.yml
push
expect_exit 0
expect_pushed
expect_said "pushed all the same"
edit clamp.c 's/return x +;/return x;/'

echo "contrakt: off" > .beagle.yml
commit "A mistake in the settings"
push
expect_said "contrakt"

ok
