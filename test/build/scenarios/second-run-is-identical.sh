#!/bin/sh
# The same question has the same answer, byte for byte: with a cold cache, with
# a warm one, and from another clone in another folder.
. "$(dirname "$0")/lib.sh"

repo
write include/box.h <<'EOF'
#pragma once
template <class T> T largest(T a, T b) { return a < b ? b : a; }
EOF
write src/a.cpp <<'EOF'
#include "include/box.h"
int a(int x) { return largest(x, 3); }
double b(double x) { return largest(x, 3.0); }
EOF
write src/c.c <<'EOF'
static int c_one(int x) { return x + 1; }
static int c_two(int x) { return c_one(x) * 2; }
int c(int x) { return c_two(x); }
EOF
commit "Begin"
edit include/box.h 's/a < b ? b : a/b < a ? a : b/'
edit src/c.c 's/x + 1/x + 2/'
commit "Change"

changes HEAD~1..HEAD
expect_exit 0
keep_answer cold
changes HEAD~1..HEAD
expect_exit 0
keep_answer warm
rm -rf "$XDG_CACHE_HOME/beagle"
changes HEAD~1..HEAD
expect_exit 0
keep_answer cold-again
git clone -q "$work/repo" "$work/another place"
cd "$work/another place"
changes HEAD~1..HEAD
expect_exit 0
keep_answer clone
expect_same_answer cold warm
expect_same_answer cold cold-again
expect_same_answer cold clone

ok
