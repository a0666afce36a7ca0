#!/bin/sh
# Another message is no other code: the answer comes from the cache.
. "$(dirname "$0")/lib.sh"

clamp_project
hook install
edit clamp.c 's/x > 10/x > 8/'
commit "Brake clamp"
# effort: what the report of the last push says that it took.
effort() {
  "$python" -c 'import json, sys; print(json.load(open(sys.argv[1]))["stats"])' ".git/beagle/$(git rev-parse --short=12 HEAD).json"
}
push
[ "$code" -ne 0 ] || fail "the push went through"
first=$(git rev-parse HEAD)
effort > "$work/first"
tick
git commit -q --amend -m "Break clamp"
[ "$first" != "$(git rev-parse HEAD)" ] || fail "it is the same commit"
push
[ "$code" -ne 0 ] || fail "the push went through"
expect_said "x = 9"
[ "$(effort)" = "$(cat "$work/first")" ] || fail "it was compared again"

ok
