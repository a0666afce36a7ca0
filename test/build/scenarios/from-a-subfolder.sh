#!/bin/sh
# The command works from any folder of the working tree; paths in the report
# are relative to the root of the repository.
. "$(dirname "$0")/lib.sh"

repo
write src/deep/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit src/deep/a.c 's/x + 1/x + 2/'
commit "Change"
cd src/deep

changes HEAD~1..HEAD
expect_exit 0
expect_changed a
expect_hunk src/deep/a.c analysed
cd /
changes HEAD~1..HEAD --repo "$work/repo"
expect_exit 0
expect_changed a

ok
