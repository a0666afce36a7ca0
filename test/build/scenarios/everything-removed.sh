#!/bin/sh
# The head has no source file at all: all functions are gone, none is an entry.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
git rm -q -r src
write README <<'EOF'
Moved elsewhere.
EOF
commit "Leave"

changes HEAD~1..HEAD
expect_exit 0
expect_rows 'removed a'
expect_entries
expect_hunk README non-C

ok
