#!/bin/sh
# A unit joins the build: its file was there before, its functions were not.
. "$(dirname "$0")/lib.sh"

needs cmake
repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(list C)
add_library(list STATIC a.c)
EOF
write a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
write b.c <<'EOF'
int b(int x) { return x - 1; }
EOF
commit "Begin"
edit CMakeLists.txt 's/STATIC a.c/STATIC a.c b.c/'
commit "Build b as well"

changes HEAD~1..HEAD
expect_exit 0
expect_rows 'added b'

ok
