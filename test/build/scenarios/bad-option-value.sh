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

# A pattern that no file can match as it was meant, and numbers that are none: what would be right is said.
for pattern in '[' 'src/[ab].c' '{a,b}.c' '!a.c' ''; do
  beagle changes HEAD..HEAD --exclude "$pattern"
  expect_exit 2
  expect_one_line_error
  expect_message "--exclude"
  expect_message "vendor/**"
done
for number in -1 0 many 100001 ''; do
  beagle changes HEAD..HEAD --max-entries "$number"
  expect_exit 2
  expect_one_line_error
  expect_message "--max-entries"
  expect_message "from 1 to 100000"
done
# An option that says nothing was not meant so: a variable may have been empty.
for option in --build-command --prepare --compile-commands; do
  beagle changes HEAD..HEAD "$option" ''
  expect_exit 2
  expect_one_line_error
  expect_message "$option is given, but empty"
done
beagle changes HEAD..HEAD --max-entries 1 --exclude '*.c'
expect_exit 0

ok
