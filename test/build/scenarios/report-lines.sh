#!/bin/sh
# `--format jsonl` writes a line for each function as soon as it is settled: before the run ends, and also when
# somebody stops it.
. "$(dirname "$0")/lib.sh"

repo
write clamp.c <<'EOF'
int clamp(int x) {
  if (x > 10) return 10;
  return x;
}
EOF
rounds
commit "First"
edit clamp.c 's/x > 10/x >= 10/'
edit rounds.c 's/100000/100001/'
commit "Second"

"$BEAGLE" check HEAD~1..HEAD --format jsonl --budget 1h > "$work/lines" 2> "$work/err" &
run=$!
for _ in $(seq 600); do
  ! grep -q '"name": *"clamp"' "$work/lines" || break
  sleep 0.1
done
grep -q '"name": *"clamp"' "$work/lines" || fail "no line came about clamp"
kill -0 "$run" || fail "the run ended before it was stopped"
kill -INT "$run"
code=0
wait "$run" || code=$?
[ "$code" -eq 3 ] || fail "stopped, it ended with $code"
"$python" - "$work/lines" <<'EOF' || fail "the lines are not one function each"
import json, sys
*lines, last = map(json.loads, open(sys.argv[1]))
functions = {line["name"]: line["verdict"] for line in lines}
assert last["schema"] == "beagle.report/1" and last["partial"] and not last["functions"] and last["hunks"], last
assert functions == {"clamp": "unchanged", "rounds": "inconclusive"}, functions
EOF

ok
