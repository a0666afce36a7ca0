#!/bin/sh
# How many compilers run at a time does not show in the answer.
. "$(dirname "$0")/lib.sh"

repo
write include/k.h <<'EOF'
#pragma once
#define K 3
static inline int mul(int x) { return x * K; }
EOF
for i in 1 2 3 4 5 6; do
  write src/u$i.c <<EOF
#include "include/k.h"
int u$i(int x) { return mul(x) + $i; }
EOF
done
commit "Begin"
edit include/k.h 's/K 3/K 4/'
commit "Change"

for jobs in 1 2 7; do
  rm -rf "$XDG_CACHE_HOME/beagle"
  changes HEAD~1..HEAD --jobs $jobs
  expect_exit 0
  keep_answer $jobs
done
expect_same_answer 1 2
expect_same_answer 1 7

ok
