#!/bin/sh
# One function of two differs between two commits. The report names it, the
# entry to look at and the status of the one hunk; changes are no failure.
. "$(dirname "$0")/lib.sh"

repo
write src/clamp.c <<'EOF'
int clamp(int x, int hi) {
  if (x < hi) return x;
  return hi;
}
int twice(int x) { return x * 2; }
EOF
commit "Add clamp"
edit src/clamp.c 's/x < hi/x <= hi/'
commit "Let clamp reach its bound"

changes HEAD~1..HEAD
expect_exit 0
expect_valid_report
expect_changed clamp
expect_entries clamp
expect_hunk src/clamp.c analysed
expect_json "d['functions'][0]['file'] == 'src/clamp.c' and d['functions'][0]['line'] == 1"

ok
