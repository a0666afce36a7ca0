#!/bin/sh
# In a submodule the hook goes where git looks for it, and checks the submodule alone.
. "$(dirname "$0")/lib.sh"

clamp_project
repo "$work/outer"
git submodule --quiet add "$work/remote.git" inner
printf 'contract: off\n' > .beagle.yml
commit "Use it"
cd inner
hook install
expect_exit 0
[ -x "$work/outer/.git/modules/inner/hooks/pre-push" ] || fail "the hook is somewhere else"
[ ! -e "$work/outer/.git/hooks/pre-push" ] || fail "the outer repository has a hook"
edit clamp.c 's/x > 10/x > 8/'
commit "Break clamp"
push origin HEAD:main
[ "$code" -ne 0 ] || fail "the push went through"
expect_said "x = 9"
expect_not_pushed HEAD main
[ -f "$work/outer/.git/modules/inner/beagle/$(git rev-parse --short=12 HEAD).json" ] || fail "there is no report"
edit clamp.c 's/x > 8/x >= 10/'
commit "Say it another way"
push origin HEAD:main
expect_exit 0
expect_silent
expect_pushed HEAD main

ok
