#!/bin/sh
# What git writes to the hook is checked, too: a bad line is an error that names it; nothing at all is nothing to do.
. "$(dirname "$0")/lib.sh"

clamp_project
id=$(git rev-parse HEAD)
zero=0000000000000000000000000000000000000000
long=$zero$(echo $zero | cut -c1-24)
run() {
  called="beagle hook run origin"
  code=0
  printf "$1" | "$BEAGLE" hook run origin "$work/remote.git" > "$work/out" 2> "$work/err" || code=$?
}
run ''
expect_exit 0
run "HEAD $id refs/heads/main $id\n"
expect_exit 0
run "(delete) $zero refs/heads/main $id\n"
expect_exit 0
run "HEAD $id refs/heads/new $zero\n"
expect_exit 0
run "HEAD $long refs/heads/new $long\n"
expect_exit 0
run "HEAD 1234567812345678123456781234567812345678 refs/heads/main $id\n"
expect_exit 0
expect_message "refs/heads/main could not be checked, and is pushed all the same: what is pushed (12345678"
for bad in "HEAD" "HEAD $id" "HEAD $id refs/heads/main" "HEAD xyz refs/heads/main $id" "HEAD $id refs/heads/main 123" "a b c d e"; do
  run "HEAD $id refs/heads/main $id\n$bad\n"
  expect_exit 2
  expect_message "line 2"
done

ok
