#!/bin/sh
# Of two places in a function, its caller comes to one: it shows the difference from there, and not the other one. Who
# accepts one of the two has not accepted the other one.
. "$(dirname "$0")/lib.sh"

repo
write grade.h <<'END'
int grade(int x);
END
write grade.c <<'END'
#include "grade.h"
int grade(int x) {
  if (x < 0) {
    return -1;
  }
  if (x > 100) {
    return 1;
  }
  return 0;
}
END
write low.c <<'END'
#include "grade.h"
int low(int x) { return grade(x > 50 ? 50 : x); }
END
commit "First"
edit grade.c 's/return -1/return -2/; s/return 1/return 2/'
commit "Second"
beagle check HEAD~1..HEAD --budget 8m --format json --report "$work/report.json"
expect_exit 1
expect_json '[f["name"] for f in d["functions"] if f["changes"]] == ["grade"]'
expect_json 'sorted((c["witness"]["x"], c["level"]) for c in d["functions"][0]["changes"]) == [("-1", "caller-confirmed"), ("101", "entry")]'
finding=$("$python" -c 'import json, sys; print([c["fingerprint"] for c in json.load(open(sys.argv[1]))["functions"][0]["changes"] if c["level"] == "entry"][0])' "$work/report.json")
beagle accept "$finding" HEAD~1..HEAD --budget 8m
expect_exit 0
beagle check HEAD~1..HEAD --budget 8m
expect_exit 1
expect_contains "1 difference that the contract does not allow, 1 accepted difference"

ok
