#!/bin/sh
# Makefiles in subfolders, called by the one at the top. The compiler runs in
# other folders with relative paths.
. "$(dirname "$0")/lib.sh"

needs make
repo
write Makefile <<'EOF'
all:
	$(MAKE) -C lib
	$(MAKE) -C app
EOF
write lib/Makefile <<'EOF'
lib.a: deep.o
	ar rcs $@ deep.o
deep.o: deep.c
	$(CC) -I../include -c deep.c
EOF
write app/Makefile <<'EOF'
app: app.o
	$(CC) -o $@ app.o ../lib/lib.a
app.o: app.c
	$(CC) -I../include -c app.c
EOF
write include/deep.h <<'EOF'
static inline int half(int x) { return x / 2; }
int deep(int x);
EOF
write lib/deep.c <<'EOF'
#include "deep.h"
int deep(int x) { return half(x) + 1; }
EOF
write app/app.c <<'EOF'
#include "deep.h"
int main(void) { return deep(4); }
EOF
commit "Begin"
edit include/deep.h 's|x / 2|x / 3|'
commit "Change the header"

changes HEAD~1..HEAD
expect_exit 0
expect_changed half
expect_entries deep
expect_hunk include/deep.h analysed

ok
