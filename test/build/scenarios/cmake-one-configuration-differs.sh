#!/bin/sh
# The same function is built twice from one file; the changed line is compiled
# in one of the two configurations only. That is enough for a change.
. "$(dirname "$0")/lib.sh"

needs cmake
repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(twice C)
add_executable(debug main.c work.c)
target_compile_definitions(debug PRIVATE CHECKS=1)
add_executable(release main.c work.c)
target_compile_definitions(release PRIVATE CHECKS=0)
EOF
write main.c <<'EOF'
int work(int);
int main(void) { return work(1); }
EOF
write work.c <<'EOF'
int work(int x) {
#if CHECKS
  if (x < 0) return -1;
#endif
  return x * 2;
}
EOF
commit "Begin"
edit work.c 's/x < 0/x < 1/'
commit "Check more"

changes HEAD~1..HEAD
expect_exit 0
expect_changed work
expect_entry work
expect_hunk work.c analysed

ok
