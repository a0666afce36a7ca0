#!/bin/sh
# What only a unit that does not compile makes something of was not looked at,
# and nobody may think so.
. "$(dirname "$0")/lib.sh"

repo
write limits.h <<'EOT'
#pragma once
struct limits {
  int margin = 74;
  int width = 80;
};
int other(int x);
EOT
write good.cpp <<'EOT'
#include "limits.h"
int other(int x) { return x; }
EOT
write bad.cpp <<'EOT'
#include "limits.h"
int lines(int text) {
  limits chosen;
  return text / chosen.margin + unknown;
}
EOT
commit "Begin"
edit limits.h 's/margin = 74/margin = 72/'
commit "Narrower"

changes HEAD~1..HEAD
expect_exit 0
expect_hunk limits.h not-compiled
ok
