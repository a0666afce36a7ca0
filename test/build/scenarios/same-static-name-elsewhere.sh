#!/bin/sh
# The new version calls into a unit that has a static function and a static variable of the same names. Those of the
# changed unit are still the ones they were; and what is written over there was there before, too.
. "$(dirname "$0")/lib.sh"

repo
write table.c <<'EOF'
int other(int v);
static int count;
static int compare(int v) { return v + 1; }
int (*choose(int n))(int) { count = n; return n ? compare : 0; }
int step(void) { return compare(3); }
EOF
write other.c <<'EOF'
static int count;
static int compare(int v) { return v - 1; }
int other(int v) { count = 1; return compare(v) + compare(count); }
EOF
commit "First"
edit table.c 's/return n ? compare/return n != 0 ? compare : n \&\& other(n) ? compare/'
edit table.c 's/return compare(3)/return other(4) + 1/'
commit "Second"

beagle diff HEAD~1..HEAD --budget 1m --format json
expect_exit 1
expect_json "{f['name']: f['verdict'] for f in d['functions']} == {'choose': 'unchanged', 'step': 'changed'}"
expect_json "[c['differs'] for f in d['functions'] for c in f['changes']] == [['::count@other.c']]"

ok
