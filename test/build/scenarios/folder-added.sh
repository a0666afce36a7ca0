#!/bin/sh
# The change adds a folder with a source and a header, and the compile database in the working folder already has it:
# the old version does not take the folder from there. A generated header that nobody tracks is taken.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x; }
EOF
printf 'compile_commands.json\nconfig.h\n' > .gitignore
commit "Begin"
write extra/b.c <<'EOF'
#include "b.h"
#include "config.h"
int b(int x) { return x * B + LEVEL; }
EOF
write extra/b.h <<'EOF'
#define B 2
EOF
commit "Add a folder"
echo '#define LEVEL 3' > extra/config.h
cat > compile_commands.json <<EOF
[
  {"directory": "$work/repo", "file": "src/a.c", "command": "cc -c src/a.c"},
  {"directory": "$work/repo", "file": "extra/b.c", "command": "cc -Iextra -c extra/b.c"}
]
EOF

changes HEAD~1..HEAD
expect_exit 0
expect_json "[(f['change'], f['name']) for f in d['functions']] == [('added', 'b')]"
expect_hunk extra/b.c analysed
expect_not_contains "does not compile"

changes HEAD..HEAD~1
expect_exit 0
expect_json "[(f['change'], f['name']) for f in d['functions']] == [('removed', 'b')]"

ok
