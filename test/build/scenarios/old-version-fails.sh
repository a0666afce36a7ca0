#!/bin/sh
# What the new version does otherwise where the old one ends in an error is allowed, and stands behind all other
# differences.
. "$(dirname "$0")/lib.sh"

repo
cat > put.c <<'END'
#include <stdio.h>
void put(int *to, int n) {
  if (!to) putchar('a');
  *to = n == 7;
}
END
commit "Begin"
edit put.c "s/'a'/'b'/"
commit "Another letter before the crash"
beagle check HEAD~1..HEAD
expect_exit 0
expect_contains "allowed: the old version fails there"

edit put.c "s/'b'/'c'/; s/n == 7/n == 8/"
commit "Another number, too"
beagle check HEAD~1..HEAD --format json
expect_exit 1
expect_json '[c["base"]["ending"] for c in d["functions"][0]["changes"]] == ["returned", "memory error: null pointer"]'
expect_json '[c["fails"] for c in d["functions"][0]["changes"]] == [True, False]'

ok
