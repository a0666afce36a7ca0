#!/bin/sh
# A difference that somebody looked at and wants is listed in the repository, and no longer blocks a push; another one
# of the same function does, and so does the same one when its time is over.
. "$(dirname "$0")/lib.sh"

clamp_project
hook install
edit clamp.c 's/x > 10/x > 8/'
commit "Clamp at 8"
push
[ "$code" -ne 0 ] || fail "the push went through"
finding=$(sed -n 's/.*beagle accept \([0-9a-f]*\).*/\1/p' "$work/err" | head -n 1)
[ -n "$finding" ] || fail "the report does not say how to accept"

beagle accept
expect_exit 2
expect_one_line_error "needs a finding"
beagle accept zz HEAD~1..HEAD
expect_exit 2
expect_one_line_error "is no finding"
beagle accept 0123456789ab HEAD~1..HEAD --quiet
expect_exit 2
expect_one_line_error "there is no finding"
beagle accept "$finding" HEAD~1..HEAD --until tomorrow
expect_exit 2
expect_one_line_error "2027-01-31"
[ ! -e .beagle-accepted.yml ] || fail "something was accepted"

# A comment in the source does it as well, if it says why.
beagle accept "$finding" HEAD~1..HEAD --comment
expect_exit 2
expect_one_line_error "--reason"
beagle accept "$finding" HEAD~1..HEAD --comment --reason "8 is new" --until 2999-12-31
expect_exit 0
comment=$(sed -n 's/^  \(\/\/ beagle-accept.*\)/\1/p' "$work/out")
[ -n "$comment" ] || fail "no comment is shown"
[ ! -e .beagle-accepted.yml ] || fail "the list was written"
echo "$comment" >> clamp.c
beagle check HEAD~1..HEAD
expect_exit 0
expect_contains "accepted until 2999-12-31: 8 is new (clamp.c:"
sed -i 's/2999-12-31/2001-01-31/' clamp.c
beagle check HEAD~1..HEAD
expect_exit 1
expect_contains "it was accepted until 2001-01-31 only (clamp.c:"
sed -i 's/ until 2001-01-31: 8 is new//' clamp.c
beagle check HEAD~1..HEAD
expect_exit 1
expect_contains "no reason is given"
# Nobody accepts his own difference where the settings are those of the old version.
git checkout -q clamp.c
echo "$comment" >> clamp.c
git commit -qam "Accept it ourselves"
beagle check HEAD~2..HEAD
expect_exit 0
beagle check HEAD~2..HEAD --settings base
expect_exit 1
git reset -q --hard HEAD~1

beagle accept "$finding" HEAD~1..HEAD --reason " "
expect_exit 2
expect_one_line_error "--reason is given, but empty"
beagle accept "$finding" HEAD~1..HEAD --reason "8 is the \"new\" limit" --until 2999-12-31
expect_exit 0
expect_contains "accepted until 2999-12-31"
grep -q 'until: "2999-12-31"' .beagle-accepted.yml || fail "the list has no day"
beagle accept "$finding" HEAD~1..HEAD
expect_exit 0
expect_contains "allowed already"
beagle check HEAD~1..HEAD
expect_exit 0
expect_contains "accepted until 2999-12-31: 8 is the \"new\" limit (.beagle-accepted.yml:3)"
commit "Say so"
push
expect_exit 0
expect_pushed

# What comes later may hide behind the same input: it is not accepted.
edit clamp.c 's/return 10/return x == 50000 ? 11 : 10/'
commit "Let one more through"
beagle check HEAD~3..HEAD
expect_exit 1
expect_contains "x = 9"
expect_contains "note: clamp: what was accepted at .beagle-accepted.yml:3 looked different, or less had changed"
git reset -q --hard HEAD~1
# Nor does a change elsewhere make it another one.
edit clamp.c '1i int other(int x) { return x; }'
commit "Add another function above"
beagle check HEAD~3..HEAD
expect_exit 0
expect_contains "1 accepted difference"
git reset -q --hard HEAD~1

# Another change of the same function is another difference.
edit clamp.c 's/return 10/return 11/'
commit "Clamp to 11"
beagle check HEAD~1..HEAD
expect_exit 1
push
[ "$code" -ne 0 ] || fail "the push went through"

# The first one again, when the day is over.
sed -i 's/2999-12-31/2001-01-31/' .beagle-accepted.yml
beagle check HEAD~3..HEAD~2
expect_exit 1
expect_contains "it was accepted until 2001-01-31 only"

sed -i 's/reason:/raeson:/' .beagle-accepted.yml
beagle check HEAD~3..HEAD~2
expect_exit 2
expect_message ".beagle-accepted.yml:7:3"
expect_message "did you mean \`reason\`?"

ok
