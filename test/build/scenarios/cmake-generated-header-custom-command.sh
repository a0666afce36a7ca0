#!/bin/sh
# A header is generated at build time by a custom command. Both versions need
# it before their units compile, and its changed source reaches the user.
. "$(dirname "$0")/lib.sh"

needs cmake
repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(gen C)
add_custom_command(
  OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/steps.h
  COMMAND ${CMAKE_COMMAND} -DIN=${CMAKE_CURRENT_SOURCE_DIR}/steps.txt
          -DOUT=${CMAKE_CURRENT_BINARY_DIR}/steps.h -P ${CMAKE_CURRENT_SOURCE_DIR}/gen.cmake
  DEPENDS steps.txt gen.cmake)
add_library(gen STATIC user.c other.c ${CMAKE_CURRENT_BINARY_DIR}/steps.h)
target_include_directories(gen PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
EOF
write gen.cmake <<'EOF'
file(STRINGS ${IN} lines)
list(LENGTH lines count)
file(WRITE ${OUT} "#define STEPS ${count}\n")
EOF
printf 'one\ntwo\n' | write steps.txt
write user.c <<'EOF'
#include "steps.h"
int user(int x) { return x * STEPS; }
EOF
write other.c <<'EOF'
int other(int x) { return x + 1; }
EOF
commit "Begin"
printf 'one\ntwo\nthree\n' | write steps.txt
commit "Add a step"

changes HEAD~1..HEAD
expect_exit 0
expect_changed user
expect_entries user
expect_hunk steps.txt non-C

ok
