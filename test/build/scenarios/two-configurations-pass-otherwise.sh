#!/bin/sh
# The calls of one configuration do not narrow what a function gets that another one calls otherwise, whether or not
# that one is looked at.
. "$(dirname "$0")/lib.sh"

repo
write compile_commands.json <<'EOF'
[
  {"directory": ".", "file": "a.c", "arguments": ["cc", "-c", "a.c", "-o", "narrow.o"]},
  {"directory": ".", "file": "a.c", "arguments": ["cc", "-DWIDE", "-c", "a.c", "-o", "wide.o"]}
]
EOF
write a.c <<'EOF'
static int scale(int x) { return x == 100 ? 7 : x; }
#ifdef WIDE
int wide(int x) { return scale(x & 1023); }
#else
int narrow(int x) { return scale(x & 7); }
#endif
EOF
commit "Begin"
edit a.c 's/x == 100 ? 7/x == 100 ? 8/'
commit "Other value of 100"

beagle diff HEAD~1..HEAD --entry 'scale@a.c' --format json
expect_exit 1
expect_json "[f['verdict'] for f in d['functions']] == ['changed']"
beagle diff HEAD~1..HEAD --format json
expect_exit 1
expect_json "sorted(f['verdict'] for f in d['functions'] if f['name'] == 'wide') == ['changed']"

ok
