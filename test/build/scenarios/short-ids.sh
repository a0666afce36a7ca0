#!/bin/sh
# Abbreviated commit ids are revisions.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit src/a.c 's/x + 1/x + 2/'
commit "Change"

changes "$(git rev-parse --short=8 HEAD~1)..$(git rev-parse --short=8 HEAD)"
expect_exit 0
expect_changed a
changes "$(git rev-parse HEAD~1)..HEAD"
expect_exit 0
expect_changed a

ok
