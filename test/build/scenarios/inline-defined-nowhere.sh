#!/bin/sh
# An inline function of C whose definition for all is in a unit that is not among those compiled: when a path runs
# natively, the body that stands there is called.
. "$(dirname "$0")/lib.sh"

repo
write a.c <<'EOF'
inline int half(int x) { return x / 2; }
int f(int x) { return x > 10 ? half(x) : 0; }
EOF
commit "First"

beagle explore a.c --entry f --replay
expect_exit 0
expect_contains "2 agree, 0 disagree, 0 not comparable"

ok
