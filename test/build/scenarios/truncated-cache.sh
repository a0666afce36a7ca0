#!/bin/sh
# Files of the cache end too early, as after a full disk or a power cut, and
# some are empty. The answer is the same.
. "$(dirname "$0")/lib.sh"

repo
for i in 1 2 3; do
  write src/u$i.c <<EOF
int u$i(int x) { return x + $i; }
EOF
done
commit "Begin"
for i in 1 2 3; do edit src/u$i.c 's/x + /x - /'; done
commit "Change"

changes HEAD~1..HEAD
expect_exit 0
expect_changed u1 u2 u3
keep_answer clean
[ -n "$(find "$XDG_CACHE_HOME/beagle" -type f -size +0)" ] || fail "nothing is cached"
"$python" - "$XDG_CACHE_HOME/beagle" <<'EOF'
import os, sys

number = 0
for folder, _, names in sorted(os.walk(sys.argv[1])):
    for name in sorted(names):
        path = os.path.join(folder, name)
        os.chmod(path, 0o644)
        number += 1
        os.truncate(path, 0 if number % 3 == 0 else os.path.getsize(path) // 2)
EOF
changes HEAD~1..HEAD
expect_exit 0
keep_answer truncated
expect_same_answer clean truncated

ok
