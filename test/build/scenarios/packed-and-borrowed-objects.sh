#!/bin/sh
# Objects in packs, refs in packed-refs, and a clone that borrows the objects of
# another repository.
. "$(dirname "$0")/lib.sh"

repo "$work/origin"
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit src/a.c 's/x + 1/x + 2/'
commit "Change"
git gc -q --prune=now
git pack-refs --all
git clone -q --shared "$work/origin" "$work/clone"
[ -s "$work/clone/.git/objects/info/alternates" ] || fail "nothing is borrowed"

changes HEAD~1..HEAD
expect_exit 0
expect_changed a
changes HEAD~1..HEAD --repo "$work/clone"
expect_exit 0
expect_changed a

ok
