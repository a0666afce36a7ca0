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
expect_said "/beagle/$(git rev-parse --short=12 HEAD).json"
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
expect_said "the push goes on"

# Interrupted, it lets nothing through that it did not look at to the end.
edit rounds.c 's/count < 100001/count < 100002/'
edit clamp.c 's/x >= 10/x > 10/'
commit "Go round once more again"
printf 'hook:\n  budget: 1h\n  patience: 1h\n' > .beagle.yml
run_interrupted() {
  called="beagle hook run, interrupted"
  code=0
  printf 'refs/heads/main %s refs/heads/main %s\n' "$(git rev-parse HEAD)" "$(git rev-parse HEAD~1)" > "$work/lines"
  # Not `&` of this shell, whose jobs start with SIGINT ignored.
  python3 - "$BEAGLE" "$work" << 'END' || code=$?
import signal, subprocess, sys, time
beagle, work = sys.argv[1:]
with open(f"{work}/lines") as lines, open(f"{work}/out", "w") as out, open(f"{work}/err", "w") as err:
    run = subprocess.Popen([beagle, "hook", "run", "origin", f"{work}/remote.git"], stdin=lines, stdout=out, stderr=err)
    time.sleep(15)
    for _ in range(2):  # what sends a signal to a program and to its group sends it twice
        run.send_signal(signal.SIGINT)
        time.sleep(0.1)
    code = run.wait(60)
sys.exit(128 - code if code < 0 else code)
END
}
run_interrupted
[ "$code" -eq 1 ] || fail "interrupted, it ended with $code"
expect_said "interrupted"
kept_report
beagle report render "$work/report.json"
expect_contains "clamp (clamp.c:1): unchanged"

ok
