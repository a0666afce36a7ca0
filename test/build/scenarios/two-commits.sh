#!/bin/sh
# One function of two differs between two commits. The report names it, the
# entry to look at and the status of the one hunk; changes are no failure.
. "$(dirname "$0")/lib.sh"

repo
write src/within.c <<'EOF'
int within(int x, int hi) {
  if (x < hi) return 1;
  return 0;
}
int twice(int x) { return x * 2; }
EOF
commit "Add within"
edit src/within.c 's/x < hi/x <= hi/'
commit "Let the bound be within"

changes HEAD~1..HEAD
expect_exit 0
expect_valid_report
expect_changed within
expect_entries within
expect_hunk src/within.c analysed
expect_json "d['functions'][0]['file'] == 'src/within.c' and d['functions'][0]['line'] == 1"

ok
