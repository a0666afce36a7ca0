#!/bin/sh
# Who pushes a branch on that he never had checked out runs what it says to build it: in the sandbox, and without the
# network, unless his own folder says that it may be used.
. "$(dirname "$0")/lib.sh"

needs bash
clamp_project
listen
hook install
git checkout -q -b theirs
cat > reach.sh <<END
limit=10
if exec 3<>/dev/tcp/127.0.0.1/$port; then limit=8; fi 2>/dev/null
echo "#define LIMIT \$limit" > limit.h
END
printf 'build:\n  network: true\n  prepare: test ! -f reach.sh || bash reach.sh\n' > .beagle.yml
edit clamp.c 's/x > 10/x > LIMIT/; 1i #include "limit.h"'
commit "Ask somebody for the limit"
git checkout -q main
git push -q --no-verify origin theirs~1:refs/heads/theirs
push origin theirs
expect_exit 0
expect_pushed theirs

git push -q --no-verify -f origin theirs~1:refs/heads/theirs
printf 'build:\n  network: true\n  prepare: "true"\n' > .beagle.yml
push origin theirs
[ "$code" -ne 0 ] || fail "the network was not reached"
expect_said "x = 9"

ok
