#!/bin/sh
# The commit of a submodule moved. Its code is not looked at unless asked for,
# and the report says so; the rest is analysed.
. "$(dirname "$0")/lib.sh"

repo "$work/library"
write lib.c <<'EOF'
int lib(int x) { return x + 1; }
EOF
commit "Library"
repo
git submodule --quiet add "$work/library" third/library
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit third/library/lib.c 's/x + 1/x + 2/'
(cd third/library && commit "Change the library")
edit src/a.c 's/x + 1/x + 3/'
commit "Take the new library"

changes HEAD~1..HEAD
expect_exit 0
expect_changed a
expect_contains third/library
expect_matches 'submodule'

ok
