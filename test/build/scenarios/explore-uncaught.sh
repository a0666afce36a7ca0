#!/bin/sh
# An exception that leaves the function is told as other errors are.
. "$(dirname "$0")/lib.sh"

repo
write twice.cpp <<'EOF'
#include <stdexcept>

int twice(int a) {
  if (a == 7) throw std::domain_error("seven");
  return 2 * a;
}
EOF
commit "First"

beagle explore twice.cpp --entry twice
expect_exit 1
expect_contains "threw std::domain_error at twice.cpp:4: seven"
expect_contains "with a = 7"

ok
