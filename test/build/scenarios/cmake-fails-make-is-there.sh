#!/bin/sh
# CMake cannot configure, and the tree has a makefile too. Beagle stops, names
# the missing file and says which other way there is; asked for, that works.
. "$(dirname "$0")/lib.sh"

needs cmake
needs make
repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(t C)
add_library(t STATIC a.c missing.c)
EOF
printf 'a.o: a.c\n\tcc -c a.c\n' | write Makefile
write a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit a.c 's/+ 1/+ 2/'
commit "Two"

beagle changes HEAD~1..HEAD
expect_exit 3
expect_message missing.c
expect_message "--build make"

beagle changes HEAD~1..HEAD --build make --format json
expect_exit 0
expect_changed a

ok
