#!/bin/sh
# A server has no working tree; both versions come from the objects.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit src/a.c 's/x + 1/x + 2/'
commit "Change"
git clone -q --bare "$work/repo" "$work/bare.git"
cd "$work"
rm -rf "$work/repo"

changes main~1..main --repo "$work/bare.git"
expect_exit 0
expect_changed a

ok
