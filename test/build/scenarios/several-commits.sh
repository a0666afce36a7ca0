#!/bin/sh
# A range over two commits is compared by its ends: what the second commit
# takes back did not happen.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
int b(int x) { return x + 1; }
EOF
commit "Begin"
edit src/a.c 's/a(int x) { return x + 1/a(int x) { return x + 2/'
commit "Change a"
edit src/a.c 's/a(int x) { return x + 2/a(int x) { return x + 1/; s/b(int x) { return x + 1/b(int x) { return x + 5/'
commit "Take a back and change b"

changes HEAD~2..HEAD
expect_exit 0
expect_changed b
changes HEAD~2..HEAD~1
expect_exit 0
expect_changed a

ok
