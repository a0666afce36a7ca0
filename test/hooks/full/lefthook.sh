#!/bin/sh
# Lefthook with our snippet: pushes are checked.
. "$(dirname "$0")/lib.sh"

npm_programs lefthook@2.2.2
clamp_project
cp "$top/hooks/lefthook/lefthook.yml" .
commit "Use lefthook"
lefthook install > "$work/out" 2> "$work/err" || fail "lefthook cannot be installed"
frameworks_walk

ok
