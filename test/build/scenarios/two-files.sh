#!/bin/sh
# Two files are compared as the two versions of one unit, without any repository.
. "$(dirname "$0")/lib.sh"

cd "$work"
cat > old.c <<'EOF'
int a(int x) { return x + 1; }
int b(int x) { return x + 1; }
EOF
sed 's/b(int x) { return x + 1/b(int x) { return x - 1/' old.c > new.c

changes old.c new.c
expect_exit 0
expect_changed b

ok
