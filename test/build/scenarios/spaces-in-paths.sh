#!/bin/sh
# Spaces in the name of the repository, of a folder and of a file.
. "$(dirname "$0")/lib.sh"

repo "$work/my project"
write "source files/main unit.c" <<'EOF'
#include "source files/the header.h"
int a(int x) { return x + K; }
EOF
write "source files/the header.h" <<'EOF'
#pragma once
#define K 3
EOF
commit "Begin"
edit "source files/the header.h" 's/K 3/K 4/'
commit "Change"

changes HEAD~1..HEAD
expect_exit 0
expect_changed a
expect_hunk 'source files/the header.h' analysed
cd /
changes HEAD~1..HEAD --repo "$work/my project"
expect_exit 0
expect_changed a

ok
