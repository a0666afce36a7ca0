#!/bin/sh
# A mistyped option is answered in one line with the option that was meant.
. "$(dirname "$0")/lib.sh"

repo
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"

beagle changes HEAD..HEAD --formt json
expect_exit 2
expect_one_line_error
expect_message --formt
expect_message --format

ok
