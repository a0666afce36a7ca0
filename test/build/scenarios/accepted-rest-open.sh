#!/bin/sh
# Who accepts the differences that were shown has not seen what nobody looked at.
. "$(dirname "$0")/lib.sh"

repo
printf 'budget: 5s\nfuzz: false\n' > .beagle.yml
cat > far.c <<'EOF'
int far_off(unsigned a, unsigned b) {
  int r = 1;
  if (a == 7) r = 2;
  for (unsigned i = 0; i < b; i++)
    r += 5;
  return r;
}
EOF
commit "Begin"
edit far.c 's/r = 2/r = 3/; s/r += 5/r += 6/'
commit "Count otherwise"
beagle check HEAD~1..HEAD --format json
expect_exit 1
expect_json '[f["verdict"] for f in d["functions"]] == ["changed"] and d["functions"][0]["open"]'
for finding in $(python3 -c 'import json, sys; print(*[c["fingerprint"] for c in json.load(sys.stdin)["functions"][0]["changes"]])' < "$work/out"); do
  beagle accept "$finding" HEAD~1..HEAD --reason "wanted
on two lines"
  expect_exit 0
  expect_contains "was not explored to its end"
done
beagle check HEAD~1..HEAD --format json
expect_exit 1
expect_json 'all(c["allowed"] for c in d["functions"][0]["changes"])'
expect_json '[f["verdict"] for f in d["functions"]] == ["inconclusive"]'
expect_contains "whether it does more is open"
beagle check HEAD~1..HEAD --fail-level violation
expect_exit 0
expect_contains "wanted on two lines"

ok
