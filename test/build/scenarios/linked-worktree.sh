#!/bin/sh
# In a linked worktree HEAD is that worktree's own, and `.git` is a file.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
git worktree add -q -b side "$work/side"
cd "$work/side"
[ -f .git ] || fail "not a linked worktree"
edit src/a.c 's/x + 1/x + 2/'
commit "Change in the side tree"

changes HEAD~1..HEAD
expect_exit 0
expect_changed a
changes main..side --repo "$work/repo"
expect_exit 0
expect_changed a

ok
