#!/bin/sh
# A unit that the change does not reach does not compile in either version.
# Only what the change can reach is compiled, so the answer is there.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
write src/broken.c <<'EOF'
#include "no/such/header.h"
int broken(int x) { return x; }
EOF
commit "Begin"
edit src/a.c 's/x + 1/x + 2/'
commit "Change"

changes HEAD~1..HEAD
expect_exit 0
expect_changed a

ok
