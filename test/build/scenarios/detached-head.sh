#!/bin/sh
# HEAD names a commit and no branch.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit src/a.c 's/x + 1/x + 2/'
commit "Change"
edit src/a.c 's/x + 2/x + 3/'
commit "Change again"
git checkout -q HEAD~1

changes HEAD~1..HEAD
expect_exit 0
expect_changed a
expect_json "d['functions'][0]['line'] == 1"
# There is no upstream of no branch.
beagle changes
expect_exit 2
expect_one_line_error

ok
