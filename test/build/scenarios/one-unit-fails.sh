#!/bin/sh
# One of the head's units does not compile. It is named, the rest is analysed,
# and the run is no failure.
. "$(dirname "$0")/lib.sh"

repo
write src/good.c <<'EOF'
int good(int x) { return x + 1; }
EOF
write src/bad.c <<'EOF'
int bad(int x) { return x + 1; }
EOF
commit "Begin"
edit src/good.c 's/x + 1/x + 2/'
edit src/bad.c 's/x + 1;/x + ;/'
commit "Change both, break one"

changes HEAD~1..HEAD
expect_exit 0
expect_json "'changed good' in rows()"
expect_json "'changed bad' not in rows() and 'removed bad' not in rows()"
expect_contains src/bad.c
expect_json "any('src/bad.c' in str(n) for n in d['notes'])"
expect_hunk src/good.c analysed
expect_json "all(h['status'] != 'analysed' for h in hunks('src/bad.c'))"

ok
