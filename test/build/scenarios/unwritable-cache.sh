#!/bin/sh
# The cache can not be written. That is noted in one clear message; the answer
# does not depend on it.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit src/a.c 's/x + 1/x + 2/'
commit "Change"

if [ "$(id -u)" -eq 0 ]; then
  # Permissions do not hold root back; a file in the way does.
  echo "in the way" > "$work/file"
  export XDG_CACHE_HOME="$work/file/cache"
else
  mkdir "$work/locked"
  chmod 555 "$work/locked"
  export XDG_CACHE_HOME="$work/locked"
fi
changes HEAD~1..HEAD
expect_exit 0
expect_changed a
grep -qi cache "$work/err" || fail "the message does not name the cache"

ok
