#!/bin/sh
# Two pushes at the same time, from one repository to one terminal: each is checked, has a report, and says all it has
# to say at once.
. "$(dirname "$0")/lib.sh"

clamp_project
echo "int scale(int x) { return x + x; }" > scale.c
commit "Add scale"
push
hook install
for name in clamp scale; do
  git checkout -q -b "$name" main
  [ $name = clamp ] && edit clamp.c 's/x > 10/x > 8/' || edit scale.c 's/x + x/x + 3/'
  commit "Break $name"
done
called="two pushes"
: > "$work/both"
for name in clamp scale; do
  (
    code=0
    PATH="$(dirname "$BEAGLE"):$PATH" git push origin "$name" > /dev/null 2>> "$work/both" < /dev/null || code=$?
    echo "$code" > "$work/code-$name"
  ) &
done
wait
cp "$work/both" "$work/err"
for name in clamp scale; do
  [ "$(cat "$work/code-$name")" -ne 0 ] || fail "the push of $name went through"
  expect_not_pushed "$name"
  [ -f ".git/beagle/$(git rev-parse --short=12 "$name").json" ] || fail "there is no report of $name"
done
"$python" - "$work/both" <<'EOF' || fail "what two pushes say is mixed"
import re, sys
said = re.findall(r"^check failed.*?^beagle: the push is blocked", open(sys.argv[1]).read(), re.S | re.M)
functions = [re.findall(r"^(\w+) \(\w+\.c:1\): changed$", each, re.M) for each in said]
assert sorted(functions) == [["clamp"], ["scale"]], functions
EOF

ok
