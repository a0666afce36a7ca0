#!/bin/sh
# A source that the build leaves out defines what a built one does, too. It is
# compared for itself: what the build has is linked as before, its callers show
# nothing of it, and its functions come behind the others.
. "$(dirname "$0")/lib.sh"

needs cmake
repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(loop C)
add_executable(loop core.c poll_posix.c)
EOF
write poll.h <<'EOF'
int poll_wait(int ready);
EOF
write core.c <<'EOF'
#include "poll.h"
int turn(int ready) { return poll_wait(ready) + poll_wait(ready + 1); }
int main(int argc, char **argv) {
  (void)argv;
  return turn(argc) & 15;
}
EOF
write poll_posix.c <<'EOF'
#include "poll.h"
int poll_wait(int ready) { return ready * 2; }
EOF
write poll_epoll.c <<'EOF'
#include "poll.h"
int poll_wait(int ready) { return ready + 1; }
EOF
write broken.c <<'EOF'
#ifndef FIXED
#include <no/such/header.h>
#endif
int turn_on(int ready) { return ready; }
EOF
commit "Begin"
edit core.c 's/poll_wait(ready) + poll_wait(ready + 1)/poll_wait(ready + 1) + poll_wait(ready)/'
edit poll_epoll.c 's/ready + 1/ready - 1/'
edit broken.c 's/ifndef FIXED/ifdef BROKEN/'
commit "Turn round"

beagle diff HEAD~1..HEAD --budget 20s --format json
expect_exit 1
expect_json "[(f['name'], f['file'], f['verdict'], f['proof']) for f in d['functions']] == [('turn', 'core.c', 'unchanged', 'complete'), ('poll_wait', 'poll_epoll.c', 'changed', 'none')]"
expect_json "[c['level'] for c in d['functions'][1]['changes']] == ['entry']"
expect_json "[n.split(':')[0] for n in d['notes']] == ['poll_epoll.c is no part of the build, and was compiled as core.c is', 'broken.c is no part of the build, and does not compile in base as core.c is']"

# A built unit that does not compile ends the run, whatever else compiles.
edit core.c 's/return turn/retrun turn/'
edit poll_epoll.c 's/ready - 1/ready - 2/'
commit "Break it"
beagle diff HEAD~1..HEAD --budget 20s --format json
expect_exit 3
expect_contains "core.c:5:"

ok
