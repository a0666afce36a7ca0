#!/bin/sh
# The pre-commit framework calls Beagle before a push: a regression is blocked with its input, what changes nothing
# passes without a word of Beagle's, also on a branch that the remote does not know.
. "$(dirname "$0")/lib.sh"
needs pre-commit

clamp_project
tool_repository .pre-commit-hooks.yaml hooks/pre-commit.sh
write .pre-commit-config.yaml <<EOF
default_install_hook_types: [pre-push]
repos:
  - repo: $work/tool
    rev: v1.0
    hooks:
      - id: beagle
EOF
commit "Use Beagle"
pre-commit install > "$work/out" 2> "$work/err" || fail "pre-commit cannot be installed"

frameworks_walk

# Without its program it is loud.
edit clamp.c 's/return x;/return x + 1;/'
commit "Return one more"
code=0
PATH=/usr/bin:/bin git push > "$work/out" 2> "$work/err" || code=$?
[ "$code" -ne 0 ] || fail "the push went through without a check"
expect_contains "there is no program of this name"
git reset -q --hard HEAD~1

# By hand, between any two commits; and where nothing is pushed there is nothing to do.
export PATH="$(dirname "$BEAGLE"):$PATH"
by_hand() {
  called="pre-commit run $*"
  code=0
  pre-commit run "$@" > "$work/out" 2> "$work/err" || code=$?
}
by_hand --hook-stage push --from-ref HEAD~1 --to-ref HEAD
expect_exit 1
expect_contains "return = 0"
by_hand --hook-stage push --from-ref HEAD~2 --to-ref main~1
expect_exit 0
by_hand --verbose
expect_exit 0
expect_contains "nothing is being pushed"

ok
