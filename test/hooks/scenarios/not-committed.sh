#!/bin/sh
# What is pushed is judged by the settings that are pushed. Somebody may keep settings to himself, in a file that git
# does not have; a difference that only he accepts is accepted by nobody.
. "$(dirname "$0")/lib.sh"

clamp_project
echo "{}" > .beagle.yml
commit "Settings"
git push -q
hook install
edit clamp.c 's/x > 10/x > 8/'
git commit -qam "Clamp at 8"
echo "contract: off" > .beagle.yml
push
[ "$code" -ne 0 ] || fail "the push went by settings that are not pushed"
expect_said "note: .beagle.yml in the working folder: not what is pushed, which counts"
git checkout -q .beagle.yml

finding=$(sed -n 's/.*beagle accept \([0-9a-f]*\).*/\1/p' "$work/err" | head -n 1)
beagle accept "$finding" HEAD~1..HEAD --reason "8 is new"
expect_exit 0
beagle check HEAD~1..HEAD
expect_exit 0
expect_contains "note: .beagle-accepted.yml in the working folder: counts, and is not committed like this"
push
[ "$code" -ne 0 ] || fail "the push went by a list that is not pushed"
expect_said "note: .beagle-accepted.yml is not committed, and does not count"
comment="// beagle-accept $(sed -n 's/^- finding: "\([0-9a-f]*\)"/\1/p' .beagle-accepted.yml) $(sed -n 's/^  seen: "\([0-9a-f]*\)"/\1/p' .beagle-accepted.yml): 8 is new"
mv .beagle-accepted.yml "$work/list"
echo "$comment" >> clamp.c
push
[ "$code" -ne 0 ] || fail "the push went by a comment that is not pushed"
git commit -qam "Accept it where it is"
push
expect_exit 0
expect_pushed

# A branch that is not checked out has settings of its own.
git checkout -q -b loose
echo "contract: off" > .beagle.yml
edit clamp.c 's/x > 8/x > 7/'
git commit -qam "Clamp at 7, and ask nobody"
git checkout -q main
push origin loose
expect_exit 0
expect_pushed loose

# Nor is it judged by those of another one that happens to be checked out.
git rm -q .beagle.yml
git commit -qm "Leave no settings"
git push -q --no-verify
edit clamp.c 's/x > 8/x > 9/'
git commit -qam "Clamp at 9"
git checkout -q loose
push origin main
[ "$code" -ne 0 ] || fail "the push went by settings of another branch"
expect_said "x = 9"
git checkout -q main
git reset -q --hard HEAD~1

# What others left in a folder that git ignores is nobody's business.
mkdir -p build/_deps
echo "nonsense: 1" > build/_deps/.beagle.yml
echo "build/" > .gitignore
edit clamp.c 's/x > 8/x >= 9/'
commit "Say it another way"
push
expect_exit 0
expect_pushed
rm -r build

# Settings that no version has.
echo "contract: off" > .beagle.yml
edit clamp.c 's/x < 0/x < -1/'
git commit -qam "Let -1 through"
push
expect_exit 0
expect_pushed
beagle check HEAD~1..HEAD
expect_contains "note: .beagle.yml in the working folder: counts, and is not committed like this"

ok
