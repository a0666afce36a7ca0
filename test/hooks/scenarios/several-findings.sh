#!/bin/sh
# Whoever is kept from pushing has all that it takes to look at each finding, and to accept it.
. "$(dirname "$0")/lib.sh"

clamp_project
echo "int scale(int x) { return x + x; }" > scale.c
commit "Add scale"
push
hook install
edit clamp.c 's/x > 10/x > 8/'
edit scale.c 's/x + x/x + 3/'
commit "Break both"
push
[ "$code" -ne 0 ] || fail "the push went through"
expect_said "with the same versions ($(git rev-parse HEAD~1)..$(git rev-parse HEAD))"
sed -n 's/^    finding .*: `beagle \(replay .*\)`, `beagle \(accept .*\)`$/\1\n\2/p' "$work/err" > "$work/commands"
expect_said "shows all of it"
show=$(sed -n 's/.*`beagle \(report render .*\)`.*/\1/p' "$work/err")
[ "$(grep -c replay "$work/commands")" -eq 2 ] || fail "there are not two findings"
[ "$(grep -c accept "$work/commands")" -eq 2 ] || fail "not both can be accepted"
while read -r command; do
  beagle $command $(case $command in accept*) echo HEAD~1..HEAD ;; esac)
  expect_exit 0 1
done < "$work/commands"
beagle $show
expect_exit 1
expect_contains "clamp (clamp.c:1): changed"
expect_contains "scale (scale.c:1): changed"
commit "Accept both"
push
expect_exit 0
expect_pushed

ok
