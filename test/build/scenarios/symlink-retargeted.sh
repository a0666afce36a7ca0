#!/bin/sh
# A symbolic link points to another header now. The function that includes
# through it changed, although no source line did.
. "$(dirname "$0")/lib.sh"

repo
write impl/one.h <<'EOF'
#pragma once
#define STEP 1
EOF
write impl/two.h <<'EOF'
#pragma once
#define STEP 2
EOF
ln -s impl/one.h step.h
write src/a.c <<'EOF'
#include "step.h"
int a(int x) { return x + STEP; }
int b(int x) { return x; }
EOF
commit "Begin"
ln -sf impl/two.h step.h
commit "Take the other one"

changes HEAD~1..HEAD
expect_exit 0
expect_changed a

ok
