#!/bin/sh
# A version compared with itself has no hunks, rows or entries.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Add a"

changes HEAD..HEAD
expect_exit 0
expect_rows
expect_entries
expect_json "d['hunks'] == []"

ok
