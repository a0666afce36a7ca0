#!/bin/sh
# Two runs at the same time, on one cold cache and one repository, do not
# disturb each other: both give the answer that a run alone gives.
. "$(dirname "$0")/lib.sh"

needs make
repo
write Makefile <<'EOF'
CFLAGS = -Iinclude
all: src/u1.o src/u2.o src/u3.o src/u4.o
src/%.o: src/%.c
	$(CC) $(CFLAGS) -c -o $@ $<
EOF
write include/k.h <<'EOF'
#define K 3
EOF
for i in 1 2 3 4; do
  write src/u$i.c <<EOF
#include "k.h"
int u$i(int x) { return x * K + $i; }
EOF
done
commit "Begin"
edit include/k.h 's/K 3/K 4/'
commit "Change"

for run in 1 2 3; do
  "$BEAGLE" changes HEAD~1..HEAD --format json \
    > "$work/answer.$run" 2> "$work/messages.$run" < /dev/null &
  eval "pid$run=\$!"
done
for run in 1 2 3; do
  eval "pid=\$pid$run"
  wait "$pid" || {
    cp "$work/answer.$run" "$work/out"
    cp "$work/messages.$run" "$work/err"
    fail "run $run of three at the same time failed"
  }
done
rm -rf "$XDG_CACHE_HOME/beagle"
changes HEAD~1..HEAD
expect_exit 0
expect_changed u1 u2 u3 u4
keep_answer alone
for run in 1 2 3; do expect_same_answer alone $run; done

ok
