#!/bin/sh
# A changed binary file is accounted for as something that is not C.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
mkdir data
printf '\000\001\002\377' > data/table.bin
commit "Begin"
printf '\000\001\003\377\000' > data/table.bin
edit src/a.c 's/x + 1/x + 2/'
commit "Change both"

changes HEAD~1..HEAD
expect_exit 0
expect_changed a
expect_hunk data/table.bin non-C

ok
