#!/bin/sh
# The user's command fails without calling a compiler. The message has what the
# command said; there is no report that could pass as clean.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit src/a.c 's/x + 1/x + 2/'
commit "Change"

beagle changes HEAD~1..HEAD --build command --build-command 'echo the oven is cold >&2; exit 4'
expect_exit 3
expect_message 'the oven is cold'
[ ! -s "$work/out" ] || fail "there is a report of what was not built"

ok
