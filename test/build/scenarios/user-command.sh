#!/bin/sh
# A build that no detection knows: the user gives the command, and the compiler
# calls that it makes are recorded.
. "$(dirname "$0")/lib.sh"

repo
write tools/compile.sh <<'EOF'
set -e
mkdir -p out
for f in src/*.c; do
  cc -DFROM_SCRIPT=1 -c -o "out/$(basename "$f").o" "$f"
done
EOF
write src/a.c <<'EOF'
#ifndef FROM_SCRIPT
#error only the script knows the flags
#endif
int a(int x) { return x + 1; }
EOF
write src/b.c <<'EOF'
int b(int x) { return x + 1; }
EOF
commit "Begin"
edit src/a.c 's/x + 1/x + 2/'
commit "Change"

changes HEAD~1..HEAD --build command --build-command 'sh tools/compile.sh'
expect_exit 0
expect_changed a
expect_hunk src/a.c analysed

ok
