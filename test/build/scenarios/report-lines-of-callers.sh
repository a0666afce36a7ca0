#!/bin/sh
# A line is written as soon as a difference is there. When a caller shows it, too, another line of the same function
# says so: the last one of each is what the report says.
. "$(dirname "$0")/lib.sh"

repo
write limit.h <<'EOF'
int limit(int x);
EOF
write limit.c <<'EOF'
#include "limit.h"
int limit(int x) { return x > 10 ? 10 : x; }
EOF
write use.c <<'EOF'
#include "limit.h"
int twice(int x) { return 2 * limit(x & 15); }
EOF
commit "First"
edit limit.c 's/x > 10/x > 11/'
commit "Second"

beagle diff HEAD~1..HEAD --budget 8m --format jsonl --report "$work/report.json"
expect_exit 1
"$python" - "$work/out" "$work/report.json" <<'EOF' || fail "the lines do not say what the report says"
import json, sys
*lines, closing = [json.loads(line) for line in open(sys.argv[1])]
of_limit = [line for line in lines if line["name"] == "limit"]
assert [change.get("caller") is not None for line in of_limit for change in line["changes"]] == [False, True], lines
last = {line["id"]: line for line in lines}
whole = json.load(open(sys.argv[2]))
report = whole["functions"]
assert closing == {**whole, "functions": []}, closing
assert last == {function["id"]: function for function in report}, (last, report)
EOF

ok
