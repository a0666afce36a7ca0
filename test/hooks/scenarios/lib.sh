# Helpers of the scenarios about pushing: those of the other scenarios, and a remote.
scenarios=$(cd "$(dirname "$0")/../../build/scenarios" && pwd)
. "$scenarios/lib.sh"

# remote: a bare repository that `origin` leads to, with what is committed so far.
remote() {
  git init -q --bare "$work/remote.git"
  git remote add origin "$work/remote.git"
  git push -q -u origin main
}

# push [ARGUMENT...]: `git push`; its exit code is $code, what was said is in $work/out and $work/err.
push() {
  called="git push $*"
  code=0
  PATH="$(dirname "$BEAGLE"):$PATH" git push "$@" > "$work/out" 2> "$work/err" < /dev/null || code=$?
}

# hook ARGUMENT...: `beagle hook`
hook() {
  beagle hook "$@"
}

expect_pushed() { [ "$(git rev-parse "${1:-main}")" = "$(git --git-dir="$work/remote.git" rev-parse "${2:-${1:-main}}")" ] || fail "${1:-main} is not on the remote"; }
expect_not_pushed() { [ "$(git rev-parse "${1:-main}")" != "$(git --git-dir="$work/remote.git" rev-parse -q --verify "${2:-${1:-main}}" || true)" ] || fail "${1:-main} is on the remote"; }
expect_said() { grep -qF -- "$1" "$work/err" || fail "git push did not say: $1"; }
expect_silent() { ! grep -q -e '^beagle' -e '^build' -e '^base' "$work/err" || fail "Beagle said something"; }

# stopped SIGNAL FILE ARGUMENT...: `beagle ARGUMENT...`, with $work/lines as its input, gets the signal as soon as there
# is something in the file.
stopped() {
  called="beagle, stopped: $*"
  code=0
  # Not `&` of this shell, whose jobs start with SIGINT ignored.
  "$python" - "$BEAGLE" "$work" "$@" << 'END' || code=$?
import os, signal, subprocess, sys, time
beagle, work, sent, awaited, *arguments = sys.argv[1:]
with open(f"{work}/lines") as lines, open(f"{work}/out", "w") as out, open(f"{work}/err", "w") as err:
    run = subprocess.Popen([beagle, *arguments], stdin=lines, stdout=out, stderr=err)
    while run.poll() is None and not (os.path.exists(awaited) and os.path.getsize(awaited)):
        time.sleep(0.1)
    for _ in range(2):  # what sends a signal to a program and to its group sends it twice
        run.send_signal(getattr(signal, sent))
        time.sleep(0.1)
    code = run.wait(60)
sys.exit(128 - code if code < 0 else code)
END
}

# The project of most scenarios.
clamp_project() {
  repo
  write clamp.c <<'EOF'
int clamp(int x) {
  if (x < 0) return 0;
  if (x > 10) return 10;
  return x;
}
EOF
  commit "Add clamp"
  remote
}

# tool_repository FILE...: a repository of Beagle, $work/tool, with these files of it and the tag v1.0.
tool_repository() {
  top=$(cd "$scenarios/../../.." && pwd)
  git init -q "$work/tool"
  for file in "$@"; do
    mkdir -p "$(dirname "$work/tool/$file")"
    cp -Rp "$top/$file" "$work/tool/$file"
  done
  git -C "$work/tool" add -A
  git -C "$work/tool" commit -qm "A version of Beagle"
  git -C "$work/tool" tag v1.0
}

# frameworks_walk: what every one of them must do with a clamp_project whose hook is in place.
frameworks_walk() {
  edit clamp.c 's/x > 10/x > 8/'
  commit "Break clamp"
  push
  [ "$code" -ne 0 ] || fail "the push went through"
  expect_contains "x = 9"
  expect_contains "the push is blocked"
  expect_not_pushed

  edit clamp.c 's/x > 8/x >= 10/'
  commit "Say it another way"
  push
  expect_exit 0
  expect_pushed

  edit clamp.c '1i /* Between 0 and 10. */'
  commit "Say what it does"
  push
  expect_exit 0
  expect_pushed
  expect_not_contains "beagle:"
  expect_not_contains "clamp ("

  git checkout -q -b topic
  edit clamp.c 's/return 10/return 11/'
  commit "Return too much"
  push -u origin topic
  [ "$code" -ne 0 ] || fail "the push of a new branch went through"
  expect_not_pushed topic
  git checkout -q main

  edit clamp.c 's/x < 0/x < -5/'
  commit "Break clamp, and know it"
  export BEAGLE_SKIP=1
  push
  unset BEAGLE_SKIP
  expect_exit 0
  expect_pushed
}

# --- what CI does --------------------------------------------------------------

# merge_request: a branch `topic` that changes three functions of the main branch, two of them for the worse; main
# has gone on meanwhile. Beagle is in $work/tool.
merge_request() {
  repo
  for name in one two three; do
    write $name.c <<EOF
int $name(int x) {
  if (x > 10) return 10;
  return x;
}
EOF
  done
  commit "Add three functions"
  git checkout -q -b topic
  edit one.c 's/x > 10/x > 8/'
  edit two.c 's/x > 10/x >= 10/'
  edit three.c 's/return 10/return 11/'
  commit "Compare in other ways"
  git checkout -q main
  echo "int four(int x) { return x; }" > four.c
  commit "Add a fourth meanwhile"
  git checkout -q topic
  tool_repository .github hooks CMakeLists.txt analysis bot config contracts
}

# job KIND NAME [CONTEXT]: runs a job as KIND, github or gitlab, does: its exit code is $code.
job() {
  called="the job $2"
  code=0
  "$python" "$(dirname "$scenarios")/../hooks/ci_job.py" "$@" > "$work/job" || fail "the job cannot be read"
  PATH="$(dirname "$BEAGLE"):$PATH" bash "$work/job" > "$work/out" 2> "$work/err" < /dev/null || code=$?
}
