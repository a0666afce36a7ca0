#!/bin/sh
# A shallow clone that has both ends of the range is as good as a full one.
. "$(dirname "$0")/lib.sh"

repo "$work/origin"
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit src/a.c 's/x + 1/x + 2/'
commit "Change"
edit src/a.c 's/x + 2/x + 3/'
commit "Change again"
git clone -q --depth 2 "file://$work/origin" "$work/clone"
cd "$work/clone"

changes HEAD~1..HEAD
expect_exit 0
expect_changed a

ok
