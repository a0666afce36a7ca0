#!/bin/sh
# A CMake project with a library and a program. The build system is found, the
# choice is printed, and nothing of the build lands in the repository.
. "$(dirname "$0")/lib.sh"

needs cmake
repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(words C)
add_library(words STATIC src/words.c)
target_include_directories(words PUBLIC include)
add_executable(count src/main.c)
target_link_libraries(count PRIVATE words)
EOF
write include/words.h <<'EOF'
#pragma once
int words(const char *s);
EOF
write src/words.c <<'EOF'
#include "words.h"
static int blank(char c) { return c == ' '; }
int words(const char *s) {
  int n = 0;
  for (; *s; s++) {
    if (!blank(*s) && (blank(s[1]) || s[1] == 0)) n++;
  }
  return n;
}
EOF
write src/main.c <<'EOF'
#include "words.h"
int main(int argc, char **argv) { return argc > 1 ? words(argv[1]) : 0; }
EOF
commit "Begin"
edit src/words.c "s/return c == ' ';/return c == ' ' || c == 9;/"
commit "Count tabs as blanks"

changes HEAD~1..HEAD
expect_exit 0
expect_changed blank
expect_entries words
expect_json "[e['chain'] for e in d['entries']] == [['words', 'blank']]"
expect_hunk src/words.c analysed
grep -qi cmake "$work/err" || fail "the choice of the build system is not printed"
[ -z "$(git status --porcelain)" ] || fail "the build left files behind"

ok
