#!/bin/sh
# With --quiet nothing but the report is written when all is well; errors still are.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit src/a.c 's/x + 1/x + 2/'
commit "Change"

changes HEAD~1..HEAD --quiet
expect_exit 0
expect_changed a
[ ! -s "$work/err" ] || fail "messages in spite of --quiet"
beagle changes nonsense..HEAD --quiet
expect_exit 2
expect_message nonsense

ok
