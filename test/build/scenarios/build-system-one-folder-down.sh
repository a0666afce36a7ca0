#!/bin/sh
# The only build system of the tree lies in a folder beside others that are no sources.
. "$(dirname "$0")/lib.sh"

repo
write engine/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.16)
project(engine C)
add_library(engine lib/a.c)
target_compile_definitions(engine PRIVATE STEP=2)
EOF
write engine/lib/a.c <<'EOF'
int next(int x) { return x + STEP; }
EOF
write testdata/a.txt <<'EOF'
1
EOF
commit "First"
edit engine/CMakeLists.txt 's/STEP=2/STEP=3/'
commit "Larger steps"

beagle changes HEAD~1..HEAD
expect_exit 0
expect_contains next
expect_message "cmake (CMakeLists.txt in engine/)"

ok
