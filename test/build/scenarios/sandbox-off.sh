#!/bin/sh
# The user allows an unsandboxed build of a project that is trusted. The answer
# is the one that the sandbox gives, and the repository stays untouched.
. "$(dirname "$0")/lib.sh"

needs make
repo
write Makefile <<'EOF'
a.o: a.c
	$(CC) -c a.c
EOF
write a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit a.c 's/x + 1/x + 2/'
commit "Change"

changes HEAD~1..HEAD
expect_exit 0
expect_changed a
changes HEAD~1..HEAD --sandbox off
expect_exit 0
expect_changed a
[ -z "$(git status --porcelain --ignored)" ] || fail "the build left files behind"

ok
