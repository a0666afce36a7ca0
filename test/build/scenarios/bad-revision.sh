#!/bin/sh
# A mistyped branch is answered in one line that names what was read and the
# branch that was probably meant.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
git branch feature-parser

beagle changes main..feature-praser
expect_exit 2
expect_one_line_error
expect_message feature-praser
expect_message feature-parser

ok
