#!/bin/sh
# The database has flags that only GCC knows. They are translated or dropped,
# what is dropped is noted, and the unit is analysed.
. "$(dirname "$0")/lib.sh"

repo
write compile_commands.json <<'EOF'
[
  {"directory": ".", "file": "a.c",
   "arguments": ["gcc", "-O2", "-fno-tree-vectorize", "-fconserve-stack", "-fira-region=all", "-Wduplicated-cond", "-DLEVEL=3", "-c", "a.c"]}
]
EOF
write a.c <<'EOF'
int a(int x) { return x + LEVEL; }
EOF
commit "Begin"
edit a.c 's/x + LEVEL/x - LEVEL/'
commit "Change"

changes HEAD~1..HEAD
expect_exit 0
expect_changed a
expect_contains -fconserve-stack
expect_contains -fira-region=all

ok
