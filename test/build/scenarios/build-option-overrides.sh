#!/bin/sh
# A folder with a CMakeLists.txt and a Makefile: the user decides which one
# counts. Each of them builds another file; the one that it leaves out is
# compiled like the other, and that is said.
. "$(dirname "$0")/lib.sh"

needs cmake make
repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(t C)
add_library(t STATIC by_cmake.c)
EOF
write Makefile <<'EOF'
by_make.o: by_make.c
	$(CC) -c by_make.c
EOF
for tool in cmake make; do
  write by_$tool.c <<EOF
int by_$tool(int x) { return x + 1; }
EOF
done
commit "Begin"
edit by_cmake.c 's/x + 1/x + 2/'
edit by_make.c 's/x + 1/x + 2/'
commit "Change both"

for tool in cmake make; do
  other=$([ $tool = cmake ] && echo make || echo cmake)
  changes HEAD~1..HEAD --build $tool
  expect_exit 0
  expect_changed by_cmake by_make
  expect_json "d['head']['build']['method'] == '$tool'"
  expect_json "d['notes'] == ['by_$other.c is no part of the build, and was compiled as by_$tool.c is']"
done
changes HEAD~1..HEAD --build plain
expect_exit 0
expect_changed by_cmake by_make
expect_json "d['notes'] == []"

ok
