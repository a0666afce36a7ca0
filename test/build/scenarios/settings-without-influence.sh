#!/bin/sh
# What somebody has set and nothing goes by is said.
. "$(dirname "$0")/lib.sh"

repo
echo "int half(int x) { return x / 2; }" | write lib/half.c
echo "int one(void) { return 1; }" > one.c
write .beagle.yml <<'EOF'
budget: 20s
report:
  max-findings: 3
  remarks: false
  intended: false
  tests: false
EOF
echo "strategy: dise" > lib/.beagle.yml
commit "Begin"
edit one.c 's/return 1/return 2 - 1/'
commit "Say it another way"

beagle check HEAD~1..HEAD
expect_exit 0
expect_contains "settings without influence here: report.intended (.beagle.yml:5:13), report.max-findings (.beagle.yml:3:17), report.remarks (.beagle.yml:4:12), report.tests (.beagle.yml:6:10)"
expect_not_contains "strategy ("

edit lib/half.c 's/x \/ 2/0 + x \/ 2/'
commit "Say it another way there, too"
beagle check HEAD~1..HEAD
expect_exit 0
expect_contains "report.tests (.beagle.yml:6:10), strategy (lib/.beagle.yml:1:11)"
expect_contains "influence here: report.intended"

ok
