#!/bin/sh
# A function of a header is in every unit that uses it, and is one function all the same. A static one is named with the
# header, unless its code differs from unit to unit.
. "$(dirname "$0")/lib.sh"

repo
write small.h <<'EOF'
inline int small(int x) { if (x > 3) return 0; return 1; }
static inline int tiny(int x) { if (x > 2) return 0; return 1; }
static inline int wide(int x) { return sizeof(WIDTH) > 1 && x > 2; }
EOF
for unit in a b; do
  write "$unit.cpp" <<EOF
#define WIDTH $([ $unit = a ] && echo char || echo long)
#include "small.h"
int $unit(int x) { return small(x) + tiny(x) + wide(x); }
EOF
done
commit "First"

beagle explore . --entry small
expect_exit 0
expect_contains "small: 2 paths end well"

beagle explore . --entry small@small.h
expect_exit 0
expect_contains "small: 2 paths end well"

beagle explore . --entry tiny
expect_exit 2
expect_message "several files have a function tiny"

beagle explore . --entry tiny@small.h --replay
expect_exit 0
expect_contains "2 agree, 0 disagree"

beagle explore . --entry wide@small.h
expect_exit 2
expect_message "several files have a function wide"

beagle explore . --entry tiny@other.h
expect_exit 2
expect_message "there is no function tiny@other.h"

ok
