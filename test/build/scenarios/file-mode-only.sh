#!/bin/sh
# Only the mode of a source file changed: no line and no function differs.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Add a"
chmod +x src/a.c
commit "Make it executable"
[ -n "$(git diff --summary HEAD~1 HEAD)" ] || fail "the mode is not recorded"

changes HEAD~1..HEAD
expect_exit 0
expect_rows

ok
