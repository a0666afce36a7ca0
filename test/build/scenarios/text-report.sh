#!/bin/sh
# The text report is for reading: it names the function, its file and line and
# the construct. Messages do not get into it.
. "$(dirname "$0")/lib.sh"

repo
write src/within.c <<'EOF'
int within(int x, int hi) {
  if (x < hi) return 1;
  return 0;
}
EOF
commit "Add within"
edit src/within.c 's/x < hi/x <= hi/'
commit "Let the bound be within"

beagle changes HEAD~1..HEAD
expect_exit 0
grep -q within "$work/out" || fail "the report does not name the function"
grep -q 'src/within.c' "$work/out" || fail "the report does not name the file"
grep -qF '`<` became `<=`' "$work/out" || fail "the report does not name the construct"
keep_answer default
beagle changes HEAD~1..HEAD --format text
expect_exit 0
keep_answer text
expect_same_answer default text

ok
