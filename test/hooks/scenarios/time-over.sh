#!/bin/sh
# When time is over, or somebody stops the hook, what is settled until then is not lost: it stands in a report.
. "$(dirname "$0")/lib.sh"

# What the last push left: its report in $work/report.json.
kept_report() {
  cp "$(git rev-parse --git-dir)/beagle/$(git rev-parse --short=12 HEAD).json" "$work/report.json" || fail "there is no report"
}

clamp_project
rounds
commit "Add rounds"
hook install
push
expect_exit 0

edit rounds.c 's/count < 100000/count < 100001/'
edit clamp.c 's/x > 10/x >= 10/'
commit "Go round once more"
printf 'hook:\n  patience: 1s\n  on-timeout: block\n' > .beagle.yml
push
[ "$code" -ne 0 ] || fail "the push went through, though time was over"
expect_said "its time is over"
expect_said "check failed: 1 not checked"
expect_said "the push is blocked, as \`on-timeout: block\` (.beagle.yml:3:15) says"
expect_said "beagle report render"
expect_said "/beagle/$(git rev-parse --short=12 HEAD).json\`"
kept_report
beagle report render "$work/report.json"
expect_contains "rounds ("
expect_contains "clamp (clamp.c:1): unchanged"

# The second answer comes from the cache, and is the same.
push
[ "$code" -ne 0 ] || fail "the push went through the second time"
expect_said "its time is over"

printf 'hook:\n  patience: 1s\n' > .beagle.yml
push
expect_exit 0
expect_pushed
expect_said "check passed in part: 1 not checked"
expect_said "the push goes on"

# Interrupted, it lets nothing through that it did not look at to the end.
edit rounds.c 's/count < 100001/count < 100002/'
edit clamp.c 's/x >= 10/x > 10/'
commit "Go round once more again"
printf 'hook:\n  budget: 1h\n  patience: 1h\n' > .beagle.yml
printf 'refs/heads/main %s refs/heads/main %s\n' "$(git rev-parse HEAD)" "$(git rev-parse HEAD~1)" > "$work/lines"
report=$(git rev-parse --git-dir)/beagle/$(git rev-parse --short=12 HEAD).json
stopped SIGINT "$report" hook run origin "$work/remote.git"
[ "$code" -eq 1 ] || fail "interrupted, it ended with $code"
expect_said "interrupted"
expect_said "check stopped before its end"
kept_report
beagle report render "$work/report.json"
expect_exit 3
expect_contains "clamp (clamp.c:1): unchanged"

# Killed, it leaves a report that nobody takes for the whole one, and nothing that is in the way of the next push.
rm "$report"
stopped SIGKILL "$report" hook run origin "$work/remote.git"
[ "$code" -eq 137 ] || fail "killed, it ended with $code"
kept_report
beagle report render "$work/report.json"
expect_exit 3
expect_contains "check stopped before its end"
expect_contains "clamp (clamp.c:1): unchanged"
echo "{hook: {patience: 1s}}" > .beagle.yml
push
expect_exit 0
expect_pushed

# A check that somebody stops has not passed, whatever makes it fail.
edit rounds.c 's/count < 100002/count < 100003/'
edit clamp.c 's/x > 10/x >= 10/'
commit "Go round again"
stopped SIGINT "$work/out" check HEAD~1..HEAD --budget 1h --fail-level never --format jsonl --report "$work/report.json"
expect_exit 3
beagle report render "$work/report.json"
expect_exit 3
expect_contains "check stopped before its end"

ok
