#!/bin/sh
# What an option leaves out is compiled as its neighbours are: with their
# include folders and definitions, and the nearest ones first.
. "$(dirname "$0")/lib.sh"

needs cmake
repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(shop C)
option(WITH_EXTRAS "Build the extras" OFF)
add_library(core STATIC core/core.c)
target_include_directories(core PRIVATE include)
target_compile_definitions(core PRIVATE LIMIT=10)
add_library(tools STATIC tools/tool.c)
if(WITH_EXTRAS)
  target_sources(core PRIVATE core/extras.c)
endif()
EOF
write include/shop.h <<'EOF'
int clamp(int n);
EOF
write core/core.c <<'EOF'
#include "shop.h"
int clamp(int n) { return n > LIMIT ? LIMIT : n; }
EOF
write core/extras.c <<'EOF'
#include "shop.h"
int twice(int n) { return clamp(n) + clamp(n) + LIMIT; }
EOF
write tools/tool.c <<'EOF'
int tool(int n) { return n; }
EOF
commit "Begin"
edit core/extras.c 's/+ LIMIT/- LIMIT/'
commit "Change what is not built here"

changes HEAD~1..HEAD
expect_exit 0
expect_changed twice
expect_hunk core/extras.c analysed
expect_json "d['notes'] == ['core/extras.c is no part of the build, and was compiled as core/core.c is']"

# Once it is built, it is a unit like any other.
edit CMakeLists.txt 's/OFF)/ON)/'
edit core/extras.c 's/- LIMIT/+ LIMIT/'
commit "Build it"
changes HEAD~1..HEAD
expect_exit 0
expect_rows 'added twice'
expect_json "d['notes'] == []"

ok
