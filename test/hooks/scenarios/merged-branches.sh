#!/bin/sh
# Work that the remote has on two branches is old on both sides of their merge; what the merge itself changes is new.
. "$(dirname "$0")/lib.sh"

clamp_project
write half.c <<'END'
int half(int x) {
  return x / 2;
}
END
commit "Add half"
git push -q
git checkout -q -b topic
edit clamp.c 's/x > 10/x > 8/'
commit "Clamp at 8"
git push -q -u origin topic
git checkout -q main
edit half.c 's/2/3/'
commit "Halve into three"
git push -q
git checkout -q topic
git merge -q --no-edit main
before=$(git count-objects)
hook install
push
expect_exit 0
expect_pushed topic
expect_silent
[ "$(git count-objects)" = "$before" ] || fail "the check wrote objects"

# Not so what is settled by hand, or done besides.
git checkout -q main
edit half.c 's/3/4/'
git commit -qam "Halve into four"
git push -q --no-verify
git checkout -q topic
git merge -q --no-commit main
edit clamp.c 's/x < 0/x < 1/'
edit clamp.c 's/return 0/return 1/'
git commit -qam "Merge main"
push
[ "$code" -ne 0 ] || fail "the push went through"
expect_not_pushed topic
expect_said "clamp"
grep -q "half (" "$work/err" && fail "what main changed was checked again"
PATH="$(dirname "$BEAGLE"):$PATH"
called="beagle replay"
report=$(sed -n 's/.*`beagle report render \([^`]*\)`.*/\1/p' "$work/err" | head -n 1)
beagle replay "$report"
expect_exit 0
expect_contains "it still shows"
git reset -q --hard HEAD~1

# Both branches changed the same line: the remote's branch that is pushed to is what counts.
edit clamp.c 's/x > 8/x > 7/'
git commit -qam "Clamp at 7"
git push -q --no-verify
git checkout -q main
edit clamp.c 's/x > 10/x > 9/'
git commit -qam "Clamp at 9"
git push -q --no-verify
git checkout -q topic
git merge -q main > /dev/null 2>&1 && fail "there is no conflict"
git checkout -q --ours clamp.c
git commit -qam "Merge main, and keep 7"
push
expect_exit 0
expect_pushed topic
expect_silent

ok
