#!/bin/sh
# Outside of any repository a range means nothing.
. "$(dirname "$0")/lib.sh"

mkdir "$work/empty"
cd "$work/empty"

beagle changes HEAD~1..HEAD
expect_exit 2
expect_one_line_error
expect_matches 'repository'
beagle changes HEAD~1..HEAD --repo "$work/nowhere"
expect_exit 2
expect_one_line_error
expect_message nowhere

ok
