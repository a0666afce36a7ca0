#!/bin/sh
# A database somewhere else is named by the option and used with its flags.
. "$(dirname "$0")/lib.sh"

repo
write a.c <<'EOF'
int a(int x) { return x + LEVEL; }
EOF
commit "Begin"
edit a.c 's/x + LEVEL/x - LEVEL/'
commit "Change"
mkdir "$work/elsewhere"
cat > "$work/elsewhere/db.json" <<EOF
[
  {"directory": "$work/repo", "file": "a.c", "arguments": ["gcc", "-DLEVEL=4", "-c", "a.c"]}
]
EOF

changes HEAD~1..HEAD --compile-commands "$work/elsewhere/db.json"
expect_exit 0
expect_changed a
beagle changes HEAD~1..HEAD --compile-commands "$work/elsewhere/no.json"
expect_exit 2
expect_one_line_error
expect_message no.json

ok
