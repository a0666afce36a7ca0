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

# Also where there is no repository whose revisions they could be.
for missing in 'nw newer' 'a.c b.c'; do
  beagle changes $missing
  expect_exit 2
  expect_one_line_error
  expect_message "${missing% *}: no such file or folder"
done

ok
