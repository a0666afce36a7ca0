#!/bin/sh
# The first commit of a repository may be empty: there is nothing to build in
# the base, and that is no failure.
. "$(dirname "$0")/lib.sh"

repo
commit "Nothing yet"
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"

changes HEAD~1..HEAD
expect_exit 0
expect_rows 'added a'

ok
