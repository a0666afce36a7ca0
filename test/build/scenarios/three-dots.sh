#!/bin/sh
# `A...B` compares B with the merge base of both. What A did alone since then
# is not part of B's change.
. "$(dirname "$0")/lib.sh"

repo
write src/mine.c <<'EOF'
int mine(int x) { return x + 1; }
EOF
write src/theirs.c <<'EOF'
int theirs(int x) { return x + 1; }
EOF
commit "Begin"
git checkout -q -b feature
edit src/mine.c 's/x + 1/x + 2/'
commit "My change"
git checkout -q main
edit src/theirs.c 's/x + 1/x + 3/'
commit "Their change"

changes main...feature
expect_exit 0
expect_changed mine
expect_no_hunk src/theirs.c
changes feature...main
expect_exit 0
expect_changed theirs

ok
