#!/bin/sh
# Tests are written where they are wanted, under names that stay the same, and the report names them.
. "$(dirname "$0")/lib.sh"

shop_project
report "$work/report.json" HEAD~1..HEAD --tests tests/kept
fee=$(fingerprint "$work/report.json" fee)
[ -f "tests/kept/fee-$(printf %.8s "$fee").c" ] || fail "there is no test of fee"
[ "$(ls tests/kept | wc -l)" -eq 2 ] || fail "there should be two tests: $(ls tests/kept)"
expect_contains "\"test\": \"tests/kept/fee-$(printf %.8s "$fee").c\""

# Again, byte for byte, although the report is in the cache by now.
cp -r tests/kept "$work/before"
beagle diff HEAD~1..HEAD --budget 20s
expect_not_contains "test: "
rm -r tests
beagle diff HEAD~1..HEAD --budget 20s --tests tests/kept
expect_contains "test: tests/kept/fee-"
diff -r tests/kept "$work/before" || fail "the tests differ"

# What is wrong with the options.
beagle diff HEAD~1..HEAD --test-style gtest
expect_exit 2
expect_message "need --tests DIR"
beagle diff HEAD~1..HEAD --tests t --no-replay
expect_exit 2
expect_message "leave out --no-replay"
beagle diff HEAD~1..HEAD --tests t --test-style junit
expect_exit 2
expect_one_line_error
touch file
beagle diff HEAD~1..HEAD --tests file/below --budget 20s
expect_exit 3
expect_message "--tests"

ok
