#!/bin/sh
# The compile database is part of the repository and written for a relative
# folder. It is used as it is, in each version its own.
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
int not_listed(int x) { return x + 1; }
EOF
commit "Begin"
edit compile_commands.json 's/LEVEL=1/LEVEL=2/'
edit not_listed.c 's/x + 1/x + 2/'
commit "Other flags"

changes HEAD~1..HEAD
expect_exit 0
expect_changed a
expect_hunk not_listed.c not-compiled
expect_hunk compile_commands.json non-C

ok
