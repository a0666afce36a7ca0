#!/bin/sh
# No unit of the head compiles. There is nothing to compare: exit 3 with the
# first compiler error, its file and its line.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) {
  return x + 1;
}
EOF
commit "Begin"
edit src/a.c 's/x + 1/x + undeclared_thing/'
commit "Break it"

beagle changes HEAD~1..HEAD
expect_exit 3
expect_message src/a.c:2
expect_message undeclared_thing
expect_matches head
[ ! -s "$work/out" ] || fail "there is a report of what was not built"

ok
