#!/bin/sh
# A function of a header is in every unit that uses it, and is one function all the same.
. "$(dirname "$0")/lib.sh"

repo
write small.h <<'EOF'
inline int small(int x) { if (x > 3) return 0; return 1; }
EOF
for unit in a b; do
  write "$unit.cpp" <<EOF
#include "small.h"
int $unit(int x) { return small(x); }
EOF
done
commit "First"

beagle explore . --entry small
expect_exit 0
expect_contains "small: 2 paths end well"

ok
