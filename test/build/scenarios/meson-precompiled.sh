#!/bin/sh
# A header that Meson precompiles lies where only GCC looks for it. It is included as what it was made of, so
# sources that count on it compile, and a change of it reaches them.
. "$(dirname "$0")/lib.sh"

needs meson ninja
repo
write meson.build <<'EOF'
project('app', 'c', 'cpp')
executable('app', 'main.c', 'other.c', 'more.cpp', c_pch: 'pch/app_c.h', cpp_pch: 'pch/app_cpp.h')
EOF
write pch/app_c.h <<'EOF'
#include <stdio.h>
#define SCALE 2
static inline int twice(int x) { return x * SCALE; }
EOF
write pch/app_cpp.h <<'EOF'
#define OFFSET 1
EOF
write main.c <<'EOF'
int other(int x);
int main(int count, char **words) { (void)words; printf("%d", other(count)); return 0; }
EOF
write other.c <<'EOF'
int other(int x) { return twice(x) + 1; }
EOF
write more.cpp <<'EOF'
int more(int x) { return x + OFFSET; }
EOF
commit "Begin"
edit pch/app_c.h 's/SCALE 2/SCALE 3/'
edit pch/app_cpp.h 's/OFFSET 1/OFFSET 4/'
commit "Scale"

changes HEAD~1..HEAD
expect_exit 0
expect_changed twice more
expect_entries other more
expect_hunk pch/app_c.h analysed
expect_hunk pch/app_cpp.h analysed
expect_json "d['notes'] == []"

ok
