#!/bin/sh
# A folder that is not there is named, and nothing is compared.
. "$(dirname "$0")/lib.sh"

mkdir "$work/old"
echo 'int a(int x) { return x + 1; }' > "$work/old/a.c"
cd "$work"

beagle changes old nw
expect_exit 2
expect_one_line_error
expect_message nw

ok
