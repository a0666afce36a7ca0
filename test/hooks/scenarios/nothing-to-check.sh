#!/bin/sh
# Pushes that add no code that could be compared: silent, and let through. Deleted branches, tags, branches that the
# remote has under another name, text that no build reads.
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

# Words do not wait for a build, unless the build may read them.
printf 'build:\n  command: "false"\n' > .beagle.yml
commit "Break the build"
git push -q --no-verify
echo "More words" >> notes.txt
commit "Add to the notes"
push
expect_exit 0
expect_silent
printf 'build:\n  command: "false notes.txt"\n' > .beagle.yml
commit "Build from the notes"
git push -q --no-verify
echo "Words of weight" >> notes.txt
commit "Add to what is built"
push
expect_exit 0
expect_said "could not be checked"

ok
