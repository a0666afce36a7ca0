#!/bin/sh
# A ./configure script, as autotools make them: it writes a Makefile and a
# config.h, neither of which is in the repository.
. "$(dirname "$0")/lib.sh"

needs make
repo
write configure <<'EOF'
#!/bin/sh
# Writes config.h and a Makefile for the compiler that CC names.
srcdir=$(dirname "$0")
: "${CC:=cc}"
echo 'int main(void) { return 0; }' > conftest.c
$CC -o conftest conftest.c || { echo "configure: no working compiler" >&2; exit 1; }
rm -f conftest conftest.c
level=$(cat "$srcdir/LEVEL")
echo "#define LEVEL $level" > config.h
cat > Makefile <<END
CC = $CC
CFLAGS = -g -O2 -DHAVE_CONFIG_H -I. -I$srcdir
all: prog
prog: main.o level.o
	\$(CC) -o prog main.o level.o
main.o: $srcdir/main.c
	\$(CC) \$(CFLAGS) -c $srcdir/main.c
level.o: $srcdir/level.c config.h
	\$(CC) \$(CFLAGS) -c $srcdir/level.c
END
EOF
chmod +x configure
echo 3 | write LEVEL
write level.c <<'EOF'
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
int level(int x) { return x + LEVEL; }
EOF
write main.c <<'EOF'
int level(int x);
int main(void) { return level(1); }
EOF
commit "Begin"
edit level.c 's/x + LEVEL/x * LEVEL/'
commit "Multiply"
echo 4 | write LEVEL
commit "Next level"

changes HEAD~2..HEAD~1
expect_exit 0
expect_changed level
expect_hunk level.c analysed
changes HEAD~1..HEAD
expect_exit 0
expect_changed level
expect_hunk LEVEL non-C

ok
