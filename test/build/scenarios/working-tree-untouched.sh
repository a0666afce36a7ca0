#!/bin/sh
# The user is in the middle of something: edited, staged and untracked files.
# The commits are compared, not the working tree, and nothing of the user's is
# touched: no file, not the index, no ref and no worktree list.
. "$(dirname "$0")/lib.sh"

needs cmake
repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(t C)
add_library(t STATIC a.c b.c)
EOF
write a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
write b.c <<'EOF'
int b(int x) { return x + 1; }
EOF
commit "Begin"
edit a.c 's/x + 1/x + 2/'
commit "Change"
edit b.c 's/x + 1/x + 9/'
echo 'int staged(void) { return 1; }' > staged.c
git add staged.c
echo 'int loose(' > loose.c
mkdir build
echo keep > build/mine

state() {
  find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
  find . | LC_ALL=C sort
  git for-each-ref
  git worktree list
  git stash list
}
state > "$work/before"
changes HEAD~1..HEAD
state > "$work/after"
git status --porcelain > "$work/status"
expect_exit 0
expect_changed a
cmp -s "$work/before" "$work/after" || {
  diff "$work/before" "$work/after" >&2 || true
  fail "the repository is not as it was"
}
printf ' M b.c\nA  staged.c\n?? build/\n?? loose.c\n' | cmp -s - "$work/status" ||
  fail "git status is not as it was: $(cat "$work/status")"

ok
