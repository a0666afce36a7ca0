#!/bin/sh
# Somebody stops a run that has not built anything yet: the report says so, in every form that was asked for.
. "$(dirname "$0")/lib.sh"

repo
echo "int one(int x) { return x; }" > one.c
commit "First"
echo "int one(int x) { return x + 1; }" > one.c
commit "Second"
for command in check diff; do
  "$BEAGLE" $command HEAD~1..HEAD --prepare "echo started; sleep 60" --format jsonl --report "$work/report.json" --report "$work/report.md" --verbose > "$work/out" 2> "$work/err" &
  run=$!
  for _ in $(seq 600); do
    ! pgrep -P "$run" > /dev/null || break
    sleep 0.1
  done
  sleep 1
  kill -INT "$run"
  code=0
  wait "$run" || code=$?
  called="beagle $command, stopped"
  expect_exit 3
  "$python" - "$work/out" "$work/report.json" <<'END' || fail "the report does not say that it is a part"
import json, sys
report = json.load(open(sys.argv[2]))
assert report["partial"] and report["base"] == "HEAD~1" and report["head"] == "HEAD" and report["notes"], report
assert [json.loads(line) for line in open(sys.argv[1])] == [report]
END
  grep -q "stopped before its end" "$work/report.md" || fail "the Markdown report does not say so"
  beagle report render "$work/report.json"
  expect_exit 3
  expect_contains "stopped before its end"
  expect_contains "while both versions were built"
  expect_not_contains "there is no function to compare"
done

ok
