#!/bin/sh
# Without a range the change is what this branch did since it left its upstream;
# what others pushed there in the meantime is not part of it.
. "$(dirname "$0")/lib.sh"

repo "$work/origin"
write src/mine.c <<'EOF'
int mine(int x) { return x + 1; }
EOF
write src/theirs.c <<'EOF'
int theirs(int x) { return x + 1; }
EOF
commit "Begin"
git clone -q "$work/origin" "$work/clone"
edit src/theirs.c 's/x + 1/x + 7/'
commit "Their change"
cd "$work/clone"
edit src/mine.c 's/x + 1/x + 2/'
commit "My first change"
edit src/mine.c 's/x + 2/x + 3/'
commit "My second change"
git fetch -q

changes
expect_exit 0
expect_changed mine
expect_no_hunk src/theirs.c

ok
