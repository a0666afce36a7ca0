#!/bin/sh
# Without a range and without an upstream there is nothing to compare with. The
# error says so and what to write instead.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"

beagle changes
expect_exit 2
expect_one_line_error
expect_matches 'upstream'

ok
