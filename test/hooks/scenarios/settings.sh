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
[ "$code" -ne 0 ] || fail "the push went by settings that are not pushed"
git commit -qa --amend -m "Break the build, and nobody minds"
push
expect_exit 0
expect_pushed
expect_said "pushed all the same"
edit clamp.c 's/return x +;/return x;/'

# Where anything may change, nobody minds what could not be checked.
echo 'int stamp(void) { int now; __asm__("rdtsc" : "=a"(now) : : "edx"); return now; }' > stamp.c
commit "Mend it, and add a stamp"
push
expect_exit 0
edit stamp.c 's/return now/return now + 1/'
printf 'contract: off\nhook:\n  on-error: block\n' > .beagle.yml
commit "Move the stamp"
push
expect_exit 0
expect_pushed
expect_silent
beagle check HEAD~1..HEAD --format text
expect_exit 0
expect_contains "check passed"
expect_not_contains "not checked"
expect_contains "allowed: the contract is off (.beagle.yml:1)"

# Where no difference makes a check fail, none blocks a push.
printf 'fail-level: never\n' > .beagle.yml
edit clamp.c 's/x > 8/x > 9/'
commit "Nobody minds"
push
expect_exit 0
expect_pushed

# Nobody knows what is meant by a mistake.
echo "contrakt: off" > .beagle.yml
commit "A mistake in the settings"
push
[ "$code" -ne 0 ] || fail "the push went through"
expect_not_pushed
expect_said "refs/heads/main has a mistake in its settings: .beagle.yml:1:1: unknown key \`contrakt\`"
expect_said "BEAGLE_SKIP=1"
echo "- finding: 1" > .beagle-accepted.yml
echo "{}" > .beagle.yml
commit "A mistake in the list"
push
[ "$code" -ne 0 ] || fail "the push went through"
expect_said ".beagle-accepted.yml:1:3: \`seen\` is missing"

ok
