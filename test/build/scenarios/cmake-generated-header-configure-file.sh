#!/bin/sh
# A header is made by configure_file from a template and the project's version.
# The template did not change, the value that CMake puts in did.
. "$(dirname "$0")/lib.sh"

needs cmake
repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(conf VERSION 1.2 LANGUAGES C)
configure_file(version.h.in version.h)
add_library(conf STATIC about.c plain.c)
target_include_directories(conf PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
EOF
write version.h.in <<'EOF'
#define VERSION_MINOR @PROJECT_VERSION_MINOR@
EOF
write about.c <<'EOF'
#include "version.h"
int minor_version(void) { return VERSION_MINOR; }
EOF
write plain.c <<'EOF'
int plain(int x) { return x; }
EOF
commit "Begin"
edit CMakeLists.txt 's/VERSION 1.2/VERSION 1.3/'
commit "Next version"

changes HEAD~1..HEAD
expect_exit 0
expect_changed minor_version
expect_hunk CMakeLists.txt non-C

ok
