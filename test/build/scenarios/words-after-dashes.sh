#!/bin/sh
# What stands behind `--` is taken as it is, whatever it begins with.
. "$(dirname "$0")/lib.sh"

repo
write old.c <<'EOF'
int twice(int x) { return 2 * x; }
EOF
commit "First"
edit old.c 's/2 \* x/3 * x/'
commit "Second"

beagle changes --format json -- HEAD~1..HEAD
expect_exit 0
expect_changed twice
beagle changes --format json HEAD~1 -- HEAD
expect_exit 0
expect_changed twice

git show HEAD~1:old.c > ./-old.c
git show HEAD:old.c > ./--help
beagle changes --format json -- -old.c --help
expect_exit 2
expect_one_line_error "--help"
mv ./--help ./--help.c
beagle changes --format json -- -old.c --help.c
expect_exit 0
expect_changed twice

beagle env -- more
expect_exit 2
expect_one_line_error "\`more\` is one word too many"

ok
