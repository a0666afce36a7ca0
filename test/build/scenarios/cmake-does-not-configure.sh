#!/bin/sh
# The head's CMakeLists.txt is wrong. The message has CMake's own words with
# file and line.
. "$(dirname "$0")/lib.sh"

needs cmake
repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(t C)
add_library(t STATIC a.c)
EOF
write a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit CMakeLists.txt 's/add_library/add_libary/'
commit "Mistype"

beagle changes HEAD~1..HEAD
expect_exit 3
expect_message CMakeLists.txt:3
expect_message add_libary

ok
