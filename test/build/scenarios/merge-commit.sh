#!/bin/sh
# The first parent of a merge commit is the branch that was merged into:
# HEAD~1..HEAD of a merge is what the merge brought, in one range with the
# conflict resolution.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
write src/b.c <<'EOF'
int b(int x) { return x + 1; }
EOF
commit "Begin"
git checkout -q -b feature
edit src/a.c 's/x + 1/x + 2/'
commit "Change a"
git checkout -q main
edit src/b.c 's/x + 1/x + 3/'
commit "Change b"
tick
git merge -q --no-ff -m "Merge feature" feature

changes HEAD~1..HEAD
expect_exit 0
expect_changed a
changes HEAD^2..HEAD
expect_exit 0
expect_changed b

ok
