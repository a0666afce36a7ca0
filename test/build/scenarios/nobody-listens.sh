#!/bin/sh
# Messages that nobody can read, folders that are gone and words that look like lists are no reason to crash.
. "$(dirname "$0")/lib.sh"

repo
echo "int one(void) { return 1; }" > one.c
commit "First"
echo "int one(void) { return 2 - 1; }" > one.c
commit "Second"
ended() {
  called="beagle $2"
  [ "$code" -eq "$1" ] || fail "it ended with $code"
}
code=0; "$BEAGLE" check nosuch..HEAD 2>&- > /dev/null || code=$?
ended 2 "check, without standard error"
code=0; "$BEAGLE" check nosuch..HEAD 2> /dev/full > /dev/null || code=$?
ended 2 "check, with standard error full"
code=0; "$BEAGLE" check HEAD~1..HEAD --verbose 2> /dev/full > /dev/null || code=$?
ended 0 "check --verbose, with standard error full"
code=0; "$BEAGLE" check HEAD~1..HEAD > /dev/full 2> "$work/err" || code=$?
ended 3 "check, with standard output full"
for action in explain init validate; do
  beagle config $action ''
  [ "$code" -le 2 ] || fail "it ended with $code"
done
mkdir gone
cd gone
rmdir ../gone
for action in explain init validate; do
  beagle config $action
  expect_exit 3
  expect_one_line_error "the current folder is not there any more"
done
cd ..
for words in '[]' '[HEAD]' '[HEAD,HEAD]'; do
  beagle check "$words"
  expect_exit 2
  expect_one_line_error "$words"
done
beagle check '{HEAD+HEAD}'
expect_exit 0
beagle check '{HEAD+HEAD}...HEAD'
expect_exit 2
expect_message "is a tree without history"

ok
