#!/bin/sh
# Only a header changed. Both units that include it are compiled and their
# callers are entries; the unit that does not include it is left alone.
. "$(dirname "$0")/lib.sh"

repo
write include/clamp.h <<'EOF'
#pragma once
static inline int clamp(int x) {
  return x < 0 ? 0 : x;
}
EOF
for unit in one two; do
  write src/$unit.c <<EOF
#include "include/clamp.h"
int $unit(int x) { return clamp(x) + 1; }
EOF
done
write src/three.c <<'EOF'
int three(int x) { return x; }
EOF
commit "Begin"
edit include/clamp.h 's/x < 0 ? 0/x < 1 ? 1/'
commit "Change"

changes HEAD~1..HEAD
expect_exit 0
expect_changed clamp
expect_entries one two
expect_hunk include/clamp.h analysed

ok
