#!/bin/sh
# `eol=crlf` is about working trees. Both versions are read from the objects in
# the same way, so only the edited line is a hunk.
. "$(dirname "$0")/lib.sh"

repo
echo '*.c text eol=crlf' > .gitattributes
write a.c <<'EOF'
int a(int x) {
  if (x > 3) return 0;
  return x;
}
EOF
commit "Begin"
edit a.c 's/x > 3/x >= 3/'
commit "Change"

changes HEAD~1..HEAD
expect_exit 0
expect_changed a
expect_json "[(h['headStart'], h['headLines']) for h in hunks('a.c')] == [(2, 1)]"

ok
