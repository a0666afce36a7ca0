#!/bin/sh
# A repository with SHA-256 ids is read, or refused with a message that says
# why. Anything in between would be a wrong answer.
. "$(dirname "$0")/lib.sh"

repo "$work/repo" --object-format=sha256
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit src/a.c 's/x + 1/x + 2/'
commit "Change"
[ "$(git rev-parse HEAD | wc -c)" -eq 65 ] || fail "the ids are not SHA-256"

changes HEAD~1..HEAD
expect_exit 0 2 3
if [ "$code" -eq 0 ]; then
  expect_changed a
else
  expect_matches 'sha-?256'
  expect_one_line_error
fi

ok
