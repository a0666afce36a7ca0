#!/bin/sh
# A header change reaches many functions. No more than the cap are entries, and
# every other one is named past the cap.
. "$(dirname "$0")/lib.sh"

repo
write include/k.h <<'EOF'
#pragma once
#define K 3
EOF
for i in 1 2 3 4 5 6 7 8; do
  write src/u$i.c <<EOF
#include "include/k.h"
int u$i(int x) { return x * K + $i; }
EOF
done
commit "Begin"
edit include/k.h 's/K 3/K 4/'
commit "Change"

changes HEAD~1..HEAD --max-entries 3
expect_exit 0
expect_changed u1 u2 u3 u4 u5 u6 u7 u8
expect_json "len(d['entries']) == 3 and len(d['entriesPastCap']) == 5"
changes HEAD~1..HEAD --max-entries 20
expect_exit 0
expect_entries u1 u2 u3 u4 u5 u6 u7 u8
expect_json "d['entriesPastCap'] == []"

ok
