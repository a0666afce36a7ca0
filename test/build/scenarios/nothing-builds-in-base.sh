#!/bin/sh
# The same for the base, which the message names: the reader has to know which
# of the two versions is broken.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) {
  return x + undeclared_thing;
}
EOF
commit "Begin broken"
edit src/a.c 's/undeclared_thing/1/'
commit "Mend it"

beagle changes HEAD~1..HEAD
expect_exit 3
expect_message src/a.c:2
expect_message undeclared_thing
expect_matches base

ok
