#!/bin/sh
# Only a compile definition of one target changed. No source line differs, the
# code of that target does.
. "$(dirname "$0")/lib.sh"

needs cmake
repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(flags C)
add_library(one STATIC one.c)
target_compile_definitions(one PRIVATE LEVEL=1)
add_library(two STATIC two.c)
target_compile_definitions(two PRIVATE LEVEL=5)
EOF
write one.c <<'EOF'
int one(int x) { return x + LEVEL; }
int fixed(int x) { return x; }
EOF
write two.c <<'EOF'
int two(int x) { return x - LEVEL; }
EOF
commit "Begin"
edit CMakeLists.txt 's/LEVEL=1/LEVEL=2/'
commit "Raise the level of one"

changes HEAD~1..HEAD
expect_exit 0
expect_changed one

ok
