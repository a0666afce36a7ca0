#!/bin/sh
# C and C++ side by side in one project: each is compiled as what it is, and a
# change on either side is found.
. "$(dirname "$0")/lib.sh"

needs cmake
repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(both C CXX)
set(CMAKE_CXX_STANDARD 20)
add_library(both STATIC low.c high.cpp)
EOF
write low.h <<'EOF'
#pragma once
#ifdef __cplusplus
extern "C" {
#endif
int low(int class);
#ifdef __cplusplus
}
#endif
EOF
edit low.h 's/class/kind/'
write low.c <<'EOF'
#include "low.h"
int low(int kind) {
  int class = kind + 1;
  return class;
}
EOF
write high.cpp <<'EOF'
#include "low.h"
namespace high {
int level(int x) {
  auto f = [=](auto v) { return low(v) + x; };
  return f(x);
}
}
EOF
commit "Begin"
edit low.c 's/kind + 1/kind + 2/'
edit high.cpp 's/return f(x)/return f(x + 1)/'
commit "Change both"

changes HEAD~1..HEAD
expect_exit 0
expect_changed low high::level
expect_hunk low.c analysed
expect_hunk high.cpp analysed

ok
