#!/bin/sh
# A shallow clone does not have the base. The message names the missing commit,
# so that the user knows what to fetch.
. "$(dirname "$0")/lib.sh"

repo "$work/origin"
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
missing=$(git rev-parse HEAD)
edit src/a.c 's/x + 1/x + 2/'
commit "Change"
git clone -q --depth 1 "file://$work/origin" "$work/clone"
cd "$work/clone"
! git cat-file -e "$missing" 2>/dev/null || fail "the clone is not shallow"

beagle changes HEAD~1..HEAD
expect_exit 2 3
expect_message "$(echo "$missing" | cut -c1-7)"
expect_matches 'shallow'

ok
