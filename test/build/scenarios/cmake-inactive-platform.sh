#!/bin/sh
# Lines for another platform are not compiled by this build, and a source file
# for one does not compile as its neighbours do. Both are named.
. "$(dirname "$0")/lib.sh"

needs cmake
repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(port C)
add_library(port STATIC port.c)
EOF
write port.c <<'EOF'
int port(int x) {
#ifdef _WIN32
  return x + 1;
#else
  return x;
#endif
}
EOF
write port_os2.c <<'EOF'
#include <os2.h>
int port_os2(int x) { return x + 1; }
EOF
commit "Begin"
edit port.c 's/x + 1/x + 2/'
edit port_os2.c 's/x + 1/x + 2/'
commit "Change what is not built here"

changes HEAD~1..HEAD
expect_exit 0
expect_rows
expect_hunk port.c not-compiled
expect_hunk port_os2.c not-compiled
expect_json "len(d['notes']) == 1 and d['notes'][0].startswith('port_os2.c is no part of the build, and does not compile in head as port.c is: port_os2.c:1:10: ')"
expect_json "d['head']['build']['units'] == 1 and d['head']['build']['failed'] == []"

ok
