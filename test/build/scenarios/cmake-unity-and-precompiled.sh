#!/bin/sh
# CMake writes units and headers that include the project's files by absolute
# paths: a change of these reaches who reads them all the same.
. "$(dirname "$0")/lib.sh"

needs cmake
repo
write CMakeLists.txt <<'EOT'
cmake_minimum_required(VERSION 3.20)
project(unity CXX)
add_library(joined STATIC one.cpp two.cpp)
set_target_properties(joined PROPERTIES UNITY_BUILD ON)
add_library(prepared STATIC user.cpp)
target_precompile_headers(prepared PRIVATE common.h)
add_library(forced STATIC plain.cpp)
target_compile_options(forced PRIVATE -include ${CMAKE_SOURCE_DIR}/always.h)
EOT
write one.cpp <<'EOT'
int one(int x) { return x + 1; }
EOT
write two.cpp <<'EOT'
int two(int x) { return x + 2; }
EOT
write common.h <<'EOT'
#pragma once
inline int common(int x) { return x * 2; }
EOT
write user.cpp <<'EOT'
int user(int x) { return common(x); }
EOT
write always.h <<'EOT'
#pragma once
#define STEP 3
EOT
write plain.cpp <<'EOT'
int plain(int x) { return x + STEP; }
EOT
commit "Begin"
edit one.cpp 's/x + 1/x + 7/'
edit common.h 's/x \* 2/x * 3/'
edit always.h 's/STEP 3/STEP 4/'
commit "Change what is read by absolute paths"

changes HEAD~1..HEAD
expect_exit 0
expect_changed one common plain
expect_hunk one.cpp analysed
expect_hunk common.h analysed
expect_hunk always.h analysed
ok
