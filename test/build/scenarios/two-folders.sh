#!/bin/sh
# Two folders without a build system: every source file is a unit, and the root
# of the folder is the include path.
. "$(dirname "$0")/lib.sh"

cd "$work"
mkdir old
(
  cd old
  write include/k.h <<'EOF'
#pragma once
#define K 3
EOF
  write src/a.c <<'EOF'
#include "include/k.h"
int a(int x) { return x + K; }
EOF
  write src/b.cpp <<'EOF'
#include "include/k.h"
namespace n {
int b(int x) { return x - K; }
}
EOF
)
cp -R old new
edit new/include/k.h 's/K 3/K 4/'

changes old new
expect_exit 0
expect_changed a n::b
expect_hunk include/k.h analysed
expect_json "any(i['kind'] == 'macro' and i['name'] == 'K' and sorted(i['functions']) == ['a', 'n::b'] for i in d['items'])"

ok
