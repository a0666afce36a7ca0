#!/bin/sh
# Every file of the cache is damaged in its middle. Damaged entries are dropped
# and made again; the answer is the same.
. "$(dirname "$0")/lib.sh"

repo
write include/k.h <<'EOF'
#pragma once
#define K 3
static inline int mul(int x) { return x * K; }
EOF
for i in 1 2 3; do
  write src/u$i.c <<EOF
#include "include/k.h"
int u$i(int x) { return mul(x) + $i; }
EOF
done
commit "Begin"
edit include/k.h 's/K 3/K 4/'
commit "Change"

changes HEAD~1..HEAD
expect_exit 0
expect_changed mul
keep_answer clean
[ -n "$(find "$XDG_CACHE_HOME/beagle" -type f -size +0)" ] || fail "nothing is cached"
"$python" - "$XDG_CACHE_HOME/beagle" <<'EOF'
import os, random, sys

chance = random.Random(1)
for folder, _, names in sorted(os.walk(sys.argv[1])):
    for name in sorted(names):
        path = os.path.join(folder, name)
        data = bytearray(open(path, "rb").read())
        for _ in range(32 if data else 0):
            data[chance.randrange(len(data))] ^= chance.randrange(1, 256)
        os.chmod(path, 0o644)
        open(path, "wb").write(data)
EOF
changes HEAD~1..HEAD
expect_exit 0
keep_answer damaged
expect_same_answer clean damaged
changes HEAD~1..HEAD
expect_exit 0
keep_answer mended
expect_same_answer clean mended

ok
