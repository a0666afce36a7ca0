#!/bin/sh
# With --submodules, what is in a submodule belongs to both versions like any other file: a change of its
# commit is accounted place by place, and leads to the functions that see it. Also one submodule in another.
. "$(dirname "$0")/lib.sh"

repo "$work/inner"
write inner.h <<'EOF'
static inline int inner(int x) { return x + 1; }
EOF
commit "Inner"
repo "$work/library"
git submodule --quiet add "$work/inner" inner
write lib.c <<'EOF'
#include "inner/inner.h"
int lib(int x) { return inner(x) + 1; }
int kept(int x) { return x; }
#if 0
int never(int x) { return x; }
#endif
EOF
commit "Library"
repo
git submodule --quiet add "$work/library" third/library
git submodule --quiet update --init --recursive
write src/a.c <<'EOF'
#include "../third/library/inner/inner.h"
int a(int x) { return inner(x); }
EOF
commit "Begin"
edit third/library/lib.c 's/+ 1/+ 2/'
edit third/library/lib.c 's/never(int x) { return x;/never(int x) { return 1;/'
(cd third/library && commit "Change the library")
commit "Take the new library"
edit third/library/inner/inner.h 's/x + 1/x + 2/'
(cd third/library/inner && commit "Change what is in it")
(cd third/library && commit "Take it")
commit "Take it, too"

changes HEAD~2..HEAD~1 --submodules
expect_exit 0
expect_changed lib
expect_json "[h['status'] for h in d['hunks'] if h['file'] == 'third/library/lib.c'] == ['analysed', 'not-compiled']"
expect_not_contains 'was not looked at'

changes HEAD~1..HEAD --submodules
expect_exit 0
expect_changed inner
expect_entries lib a
expect_hunk third/library/inner/inner.h analysed

# Whoever has a clone without them is told which are missing.
git clone --quiet "$work/repo" "$work/clone"
cd "$work/clone"
changes HEAD~2..HEAD --submodules
expect_exit 0
expect_contains 'submodule third/library changed; what is in it was not looked at, because its commits are not here'

ok
