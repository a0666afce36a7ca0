#!/bin/sh
# Inside a repository two arguments may be two revisions.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
git tag v1
edit src/a.c 's/x + 1/x + 2/'
commit "Change"

changes v1 HEAD
expect_exit 0
expect_changed a
keep_answer two
changes v1..HEAD
keep_answer range
expect_same_answer two range

ok
