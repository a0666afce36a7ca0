#!/bin/sh
# The compile database is part of the repository and written for a relative
# folder. It is used as it is, in each version its own, also for a source that
# it does not list.
. "$(dirname "$0")/lib.sh"

repo
write compile_commands.json <<'EOF'
[
  {"directory": ".", "file": "a.c", "arguments": ["cc", "-DLEVEL=1", "-c", "a.c"]}
]
EOF
write a.c <<'EOF'
int a(int x) { return x + LEVEL; }
int fixed(int x) { return x; }
EOF
write not_listed.c <<'EOF'
int not_listed(int x) { return x + LEVEL; }
EOF
commit "Begin"
edit compile_commands.json 's/LEVEL=1/LEVEL=2/'
edit not_listed.c 's/x + LEVEL/x - LEVEL/'
commit "Other flags"

changes HEAD~1..HEAD
expect_exit 0
expect_changed a not_listed
expect_hunk not_listed.c analysed
expect_hunk compile_commands.json non-C

ok
