#!/bin/sh
# core.hooksPath and linked work trees: the hook goes where git looks for it.
. "$(dirname "$0")/lib.sh"

clamp_project
git config core.hooksPath tools/hooks
hook install
expect_exit 0
[ -x tools/hooks/pre-push ] || fail "the hook is not in tools/hooks"
edit clamp.c 's/x > 10/x > 8/'
git add clamp.c
git commit -qm "Break clamp"
push
[ "$code" -ne 0 ] || fail "the push went through"
git config --unset core.hooksPath

git worktree add -q "$work/linked" -b linked HEAD~1
cd "$work/linked"
hook install
expect_exit 0
[ -x "$work/repo/.git/hooks/pre-push" ] || fail "the hook is not with the main work tree"
edit clamp.c 's/x < 0/x < 1/'
edit clamp.c 's/return 0/return 1/'
git commit -qam "Change the lower bound"
push origin linked
[ "$code" -ne 0 ] || fail "the push went through"
expect_said "the push is blocked"

ok
