#!/bin/sh
# Pushes that add no code that could be compared: silent, and let through. Deleted branches, tags, branches that the
# remote has under another name, text files.
. "$(dirname "$0")/lib.sh"

clamp_project
hook install

git tag -a v1 -m "First"
push origin v1
expect_exit 0
expect_silent

git branch other
push origin other
expect_exit 0
expect_silent
push origin --delete other
expect_exit 0
expect_silent

echo "Words" > notes.txt
commit "Add notes"
push
expect_exit 0
expect_pushed

push origin HEAD:refs/heads/copy
expect_exit 0
expect_silent

ok
