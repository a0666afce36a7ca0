#!/bin/sh
# One file is built into two targets with different definitions. Both branches
# are compiled by one of them, so both hunks are analysed; a third branch that
# no target takes is not.
. "$(dirname "$0")/lib.sh"

needs cmake
repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(twice C)
add_library(fast STATIC work.c)
target_compile_definitions(fast PRIVATE FAST)
add_library(small STATIC work.c)
target_compile_definitions(small PRIVATE SMALL)
EOF
write work.c <<'EOF'
#if defined FAST
int fast_work(int x) { return x * 8; }
int shared_name(int x) { return x + 1; }
#elif defined SMALL
int small_work(int x) { return x + x; }
int shared_name(int x) { return x + 1; }
#else
int other_work(int x) { return x; }
#endif
EOF
commit "Begin"
edit work.c 's/x \* 8/x * 16/; s/x + x/x - x/; s/{ return x; }/{ return -x; }/'
commit "Change all three"

changes HEAD~1..HEAD
expect_exit 0
expect_changed fast_work small_work
expect_json "{h['headStart']: h['status'] for h in hunks('work.c')} == {2: 'analysed', 5: 'analysed', 8: 'not-compiled'}"

ok
