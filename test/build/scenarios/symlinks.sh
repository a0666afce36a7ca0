#!/bin/sh
# A header is reached through a symbolic link of the tree, and other links lead
# nowhere or out of the tree. The change behind the good link is found, the
# others do no harm.
. "$(dirname "$0")/lib.sh"

repo
write impl/clamp.h <<'EOF'
#pragma once
static inline int clamp(int x) { return x < 0 ? 0 : x; }
EOF
mkdir include
ln -s ../impl/clamp.h include/clamp.h
ln -s /nowhere/at/all include/broken.h
ln -s /etc/hostname outside
write src/a.c <<'EOF'
#include "include/clamp.h"
int a(int x) { return clamp(x); }
EOF
commit "Begin"
edit impl/clamp.h 's/x < 0 ? 0/x < 1 ? 1/'
commit "Change"

changes HEAD~1..HEAD
expect_exit 0
expect_changed clamp
expect_entries a
expect_hunk impl/clamp.h analysed

ok
