#!/bin/sh
# Hunks below an excluded folder are marked, others are not. The option repeats.
. "$(dirname "$0")/lib.sh"

repo
write vendor/zip/zip.c <<'EOF'
int zip(int x) { return x + 1; }
EOF
write gen/table.c <<'EOF'
int table(int x) { return x + 1; }
EOF
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit vendor/zip/zip.c 's/x + 1/x + 2/'
edit gen/table.c 's/x + 1/x + 2/'
edit src/a.c 's/x + 1/x + 2/'
commit "Change"

changes HEAD~1..HEAD --exclude 'vendor/**' --exclude 'gen/*.c'
expect_exit 0
expect_hunk vendor/zip/zip.c excluded
expect_hunk gen/table.c excluded
expect_hunk src/a.c analysed
expect_entry a
# What stands behind it is the range again.
changes --exclude 'vendor/**' HEAD~1..HEAD
expect_exit 0
expect_hunk vendor/zip/zip.c excluded
expect_hunk gen/table.c analysed
changes HEAD~1..HEAD
expect_exit 0
expect_changed zip table a

ok
