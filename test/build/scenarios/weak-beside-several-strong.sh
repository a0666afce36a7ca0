#!/bin/sh
# Two programs define a function that a library, compiled once for each of them, has a weak definition of: each copy
# calls that of its own program, natively as well.
. "$(dirname "$0")/lib.sh"

repo
write compile_commands.json <<'EOF2'
[
  {"directory": ".", "file": "ten.c", "arguments": ["cc", "-DTEN", "-c", "ten.c", "-o", "ten/hook.o"]},
  {"directory": ".", "file": "library.c", "arguments": ["cc", "-DTEN", "-c", "library.c", "-o", "ten/library.o"]},
  {"directory": ".", "file": "twenty.c", "arguments": ["cc", "-DTWENTY", "-c", "twenty.c", "-o", "twenty/hook.o"]},
  {"directory": ".", "file": "library.c", "arguments": ["cc", "-DTWENTY", "-c", "library.c", "-o", "twenty/library.o"]}
]
EOF2
write ten.c <<'EOF2'
int limit = 3;
int hook(void) { return 10; }
EOF2
write twenty.c <<'EOF2'
int limit = 4;
int hook(void) { return 20; }
EOF2
write library.c <<'EOF2'
extern int limit;
__attribute__((weak)) int hook(void) { return 1; }
#ifdef TWENTY
int in_twenty(int x) { return hook() + x + limit; }
#else
int in_ten(int x) { return hook() + x + limit; }
#endif
EOF2
commit "Begin"
edit library.c 's/return hook() + x/return (hook() == 20 ? 100 : hook() == 10 ? 200 : 300) + x/'
commit "Other results"

beagle diff HEAD~1..HEAD --budget 20s --entry in_ten --entry in_twenty --format json
expect_exit 1
expect_json "sorted((f['name'], f['verdict']) for f in d['functions']) == [('in_ten', 'changed'), ('in_twenty', 'changed')]"
expect_json "all(c['replayed'] and c['replayedAsBuilt'] for f in d['functions'] for c in f['changes'])"

ok
