#!/bin/sh
# Husky with our snippet: pushes are checked.
. "$(dirname "$0")/lib.sh"

npm_programs husky@9.1.7
clamp_project
husky > "$work/out" 2> "$work/err" || fail "husky cannot be installed"
cp "$top/hooks/husky/pre-push" .husky/pre-push
commit "Use husky"
frameworks_walk

ok
