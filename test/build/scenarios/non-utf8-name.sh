#!/bin/sh
# A file name is bytes. One that is no UTF-8 is analysed like others, and the
# JSON document stays valid UTF-8.
. "$(dirname "$0")/lib.sh"

repo
name=$(printf 'caf\351')
write "src/$name.c" <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit "src/$name.c" 's/x + 1/x + 2/'
commit "Change"

changes HEAD~1..HEAD
expect_exit 0
expect_changed a
expect_json "[h['status'] for h in d['hunks']] == ['analysed']"

ok
