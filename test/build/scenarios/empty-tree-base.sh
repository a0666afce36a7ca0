#!/bin/sh
# Compared with the empty tree everything is new.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
write src/b.cpp <<'EOF'
int b(int x) { return x - 1; }
EOF
commit "Begin"
empty=$(git hash-object -t tree -w /dev/null)

changes "$empty..HEAD"
expect_exit 0
expect_rows 'added a' 'added b'
expect_hunk src/a.c analysed
expect_hunk src/b.cpp analysed

ok
