#!/bin/sh
# Both versions are built at the same path, so __FILE__ is the same string in
# both and no function differs because of it.
. "$(dirname "$0")/lib.sh"

needs make
repo
write Makefile <<'EOF'
all: a.o
a.o: a.c
	$(CC) -c $(CURDIR)/a.c
EOF
write a.c <<'EOF'
const char *where(void) { return __FILE__; }
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit a.c 's/x + 1/x + 2/'
commit "Change"

changes HEAD~1..HEAD
expect_exit 0
expect_changed a

ok
