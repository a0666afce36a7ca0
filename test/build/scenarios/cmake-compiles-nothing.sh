#!/bin/sh
# A library of headers, of which CMake compiles nothing unless its tests are asked for: each source is compiled by itself.
. "$(dirname "$0")/lib.sh"

needs cmake
repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.10)
project(small CXX)
add_library(small INTERFACE)
target_include_directories(small INTERFACE include)
option(SMALL_TESTS "Build the tests" OFF)
if(SMALL_TESTS)
  add_executable(tests tests/tests.cpp)
  target_link_libraries(tests small)
endif()
EOF
write include/small.h <<'EOF'
inline int small(int x) { return x > 3 ? 0 : 1; }
EOF
write tests/tests.cpp <<'EOF'
#include "small.h"
int main() { return small(4); }
EOF
commit "Begin"
edit include/small.h 's/x > 3/x > 4/'
commit "Another bound"

changes HEAD~1..HEAD
expect_exit 0
expect_rows "changed small"
expect_message "cmake: as it is configured, it compiles nothing"

changes HEAD~1..HEAD --build cmake
expect_exit 3
expect_message "cmake: as it is configured, it compiles nothing"

ok
