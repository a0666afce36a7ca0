#!/bin/sh
# Light and annotated tags name commits, and so does an expression on a tag.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
git tag v1
edit src/a.c 's/x + 1/x + 2/'
commit "Change"
tick
git tag -a -m "Second release" v2
edit src/a.c 's/x + 2/x + 3/'
commit "Change again"

changes v1..v2
expect_exit 0
expect_changed a
changes v2~1..v1
expect_exit 0
expect_rows
changes 'v2^{commit}..HEAD'
expect_exit 0
expect_changed a

ok
