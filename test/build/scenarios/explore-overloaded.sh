#!/bin/sh
# Functions of one name in one file: they are not said to be in several.
. "$(dirname "$0")/lib.sh"

repo
write twice.cpp <<'EOF'
int twice(int a) { return 2 * a; }
double twice(double a) { return 2 * a; }
EOF
commit "First"

beagle explore twice.cpp --entry twice
expect_exit 2
expect_message "there are several functions twice; say which: _Z5twicei@twice.cpp, _Z5twiced@twice.cpp"

beagle explore twice.cpp --entry _Z5twicei
expect_exit 0

ok
