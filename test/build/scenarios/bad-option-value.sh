#!/bin/sh
# A value that an option does not know is an error that lists what it knows.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"

beagle changes HEAD..HEAD --build bazel
expect_exit 2
expect_one_line_error
expect_message bazel
expect_message cmake
beagle changes HEAD..HEAD --format yaml
expect_exit 2
expect_one_line_error
expect_message json

ok
