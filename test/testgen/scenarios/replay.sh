#!/bin/sh
# The findings of a report are run again: on the versions that it names, whatever has been committed since, and on others.
. "$(dirname "$0")/lib.sh"

shop_project
report "$work/report.json" HEAD~1..HEAD
commit "Nothing"

beagle replay "$work/report.json"
expect_exit 0
expect_contains "total (shop.c)"
expect_contains "fee (shop.c)"
expect_contains "it still shows"
expect_matches '^  \* return +0 +5$'

fee=$(fingerprint "$work/report.json" fee)
beagle replay "$work/report.json" "$(printf %.10s "$fee")"
expect_exit 0
expect_contains "fee (shop.c)"
expect_not_contains "total (shop.c)"

# After a repair, one of the two is gone.
edit shop.c 's/>= 30/> 30/'
commit "Repair the fee"
beagle replay "$work/report.json" "$fee" --head HEAD
expect_exit 1
expect_contains "it does not show any more"
beagle replay "$work/report.json" --head HEAD
expect_exit 1
expect_contains "it still shows"

# From anywhere else.
cd "$work"
beagle replay report.json "$fee" --repo repo
expect_exit 0

# A slip of the fingers.
beagle replay report.json "x$(printf %.11s "$fee")" --repo repo
expect_exit 2
expect_one_line_error
expect_message "did you mean $(printf %.12s "$fee")?"

beagle replay missing.json
expect_exit 2
expect_one_line_error
beagle replay
expect_exit 2
expect_message "needs a report"

ok
