#!/bin/sh
# No unit of the head compiles. Exit 3 names the first error of several units with
# file and line, one that all of them have only once; of a single unit, several.
. "$(dirname "$0")/lib.sh"

repo
write k.h <<'SOURCE'
#define K 1
SOURCE
for name in a b c d e; do
  printf '#include "k.h"\nint %s(int x) {\n  return x + K;\n}\n' $name | write src/$name.c
done
commit "Begin"
edit src/c.c 's/K/missing_c/'
edit src/d.c 's/K/missing_d/'
edit k.h 's/.*/int k = missing_k;/'
commit "Break the header"
git checkout -q HEAD~1 -- k.h
for name in a b e; do edit src/$name.c "s/K/missing_$name/"; done
commit "Break the units"
git rm -q src/[a-d].c
edit src/e.c 's/int x/int x, unknown_type y/'
commit "Break one more often"

beagle changes HEAD~3..HEAD~2 --quiet
expect_exit 3
expect_one_line_error
expect_message k.h:1:
told=$(grep -o missing_k "$work/err" | wc -l)
[ "$told" -eq 1 ] || fail "an error that all units have is told more than once"
beagle changes HEAD~3..HEAD~1 --quiet
expect_exit 3
expect_one_line_error
expect_message src/a.c:3:
expect_message missing_a
expect_message src/b.c:3:
expect_message src/c.c:3:
expect_not_contains missing_d
beagle changes HEAD~3..HEAD --quiet
expect_exit 3
expect_one_line_error
expect_message src/e.c:2:
expect_message src/e.c:3:

ok
