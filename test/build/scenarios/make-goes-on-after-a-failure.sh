#!/bin/sh
# In a Makefile project too one broken unit does not hide the others, although
# make stops at it when nobody tells it to go on.
. "$(dirname "$0")/lib.sh"

needs make
repo
write Makefile <<'EOF'
prog: bad.o good.o
	$(CC) -o prog bad.o good.o
EOF
write good.c <<'EOF'
int good(int x) { return x + 1; }
EOF
write bad.c <<'EOF'
int bad(int x) { return x + 1; }
int main(void) { return bad(1); }
EOF
commit "Begin"
edit good.c 's/x + 1/x + 2/'
edit bad.c 's/x + 1;/x + ;/'
commit "Change both, break one"

changes HEAD~1..HEAD
expect_exit 0
expect_json "'changed good' in rows()"
expect_json "'changed bad' not in rows() and 'removed bad' not in rows()"
expect_json "any('bad.c' in str(n) for n in d['notes'])"

ok
