#!/bin/sh
# The database lies untracked in the user's working folder, as `cmake` or `bear`
# leave it, with absolute paths to that folder. Its flags hold for both versions;
# the code comes from the commits, not from the working folder.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
#include "k.h"
int a(int x) { return x + K + LEVEL; }
EOF
write include/k.h <<'EOF'
#define K 3
EOF
echo compile_commands.json > .gitignore
commit "Begin"
edit src/a.c 's/x + K/x - K/'
commit "Change"
cat > compile_commands.json <<EOF
[
  {"directory": "$work/repo", "file": "$work/repo/src/a.c",
   "command": "/usr/bin/cc -I$work/repo/include -DLEVEL=4 -o a.o -c $work/repo/src/a.c"}
]
EOF
echo 'this does not compile' > src/a.c

changes HEAD~1..HEAD
expect_exit 0
expect_changed a
expect_hunk src/a.c analysed
expect_not_contains "does not compile"

ok
