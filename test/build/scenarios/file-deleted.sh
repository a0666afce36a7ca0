#!/bin/sh
# A unit is deleted and its prototype with it. The functions are gone; they can
# not be looked at, so they are no entries.
. "$(dirname "$0")/lib.sh"

repo
write src/kept.c <<'EOF'
int kept(int x) { return x; }
EOF
write src/gone.c <<'EOF'
int gone(int x) { return x + 1; }
EOF
commit "Add both"
git rm -q src/gone.c
commit "Drop one"

changes HEAD~1..HEAD
expect_exit 0
expect_rows 'removed gone'
expect_entries
expect_hunk src/gone.c analysed

ok
