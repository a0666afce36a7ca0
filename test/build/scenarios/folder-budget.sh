#!/bin/sh
# A folder's budget is for its functions alone: one that is small leaves the others their time, and one that is large
# goes beyond the project's.
. "$(dirname "$0")/lib.sh"

repo
# hard NAME: more paths than anybody follows, and no difference that the first inputs show.
hard() {
  cat <<EOF
unsigned $1(const unsigned *p) {
  unsigned s = 1;
  for (int i = 0; i < 60; i++) s = p[i] % 7 == 3 ? s * 5 + p[i] / 3 : s + p[i] * p[i] % 11;
  return s == 0x12345677 ? 1 : 2;
}
EOF
}
hard slow | write slow/slow.c
hard fast | write fast/fast.c
commit "Begin"
for name in slow fast; do edit $name/$name.c 's/s == 0x12345677/(s ^ 0x12345677) == 0 \&\& p[3] % 5 != 9/'; done
commit "Change both"
echo 'budget: 1s' > .beagle.yml
echo 'budget: 8s' > slow/.beagle.yml

beagle check HEAD~1..HEAD --no-fuzz --budget 1s
expect_not_contains "the time of its folder"
beagle check HEAD~1..HEAD --no-fuzz --format json
expect_contains "the time of its folder is over (\`budget\`, slow/.beagle.yml:1:9)"
# Of the project's time, no more than a second could have been used.
expect_json 'd["stats"]["seconds"] > 6'

ok
