# Helpers of the scenarios. A scenario sources this file first, then makes a git
# repository with the git command line, runs beagle and says what must hold:
#
#   . "$(dirname "$0")/lib.sh"
#   repo
#   write src/a.c <<'EOF'
#   ...
#   EOF
#   commit "First"
#   ...
#   changes HEAD~1..HEAD
#   expect_exit 0
#   expect_changed parse
#   ok
#
# BEAGLE names the binary under test. Everything else is made below a temporary
# folder, $work, which goes away at the end: the home folder, the cache, the
# folder for temporary files, and the repository, $work/repo.
set -eu

scenario=$(basename "$0" .sh)
if [ -z "${BEAGLE:-}" ]; then
  echo "$scenario: set BEAGLE to the path of the beagle binary" >&2
  exit 1
fi
if ! BEAGLE=$(command -v "$BEAGLE"); then
  echo "$scenario: BEAGLE does not name a program" >&2
  exit 1
fi
BEAGLE=$(readlink -f "$BEAGLE")
python=/usr/bin/python3
[ -x "$python" ] || python=$(command -v python3)

work=$(cd "$(mktemp -d "${TMPDIR:-/tmp}/beagle-scenario.XXXXXX")" && pwd -P)
finished=no
cleanup() {
  status=$?
  trap - EXIT
  cd /
  if [ "$finished" != yes ]; then
    echo "FAILED $scenario" >&2
    [ "$status" -ne 0 ] || status=1
  fi
  for folder in "$work" ${extra_folders:-}; do
    chmod -R u+rwx "$folder" 2>/dev/null || true
    rm -rf "$folder"
  done
  exit "$status"
}
trap cleanup EXIT
trap 'exit 130' INT TERM HUP PIPE

# Nothing of the machine's own settings reaches git or beagle.
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_COMMON_DIR || true
unset CFLAGS CXXFLAGS CPPFLAGS LDFLAGS CC CXX MAKEFLAGS MFLAGS MAKELEVEL || true
mkdir "$work/home" "$work/cache" "$work/tmp" "$work/repo"
export HOME="$work/home" XDG_CACHE_HOME="$work/cache" TMPDIR="$work/tmp"
export XDG_CONFIG_HOME="$work/home/.config"
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL="$work/home/.gitconfig"
export GIT_AUTHOR_NAME="A Developer" GIT_AUTHOR_EMAIL="dev@example.org"
export GIT_COMMITTER_NAME="A Developer" GIT_COMMITTER_EMAIL="dev@example.org"
export LC_ALL=C TZ=UTC NO_COLOR=1
echo 0 > "$work/clock"
cat > "$GIT_CONFIG_GLOBAL" <<'EOF'
[init]
	defaultBranch = main
[advice]
	detachedHead = false
[protocol "file"]
	allow = always
[core]
	autocrlf = false
[gc]
	auto = 0
EOF

# --- making a project ---------------------------------------------------------

# repo [FOLDER [GIT-INIT-OPTION...]]: a new repository; the scenario goes on in it.
repo() {
  folder=${1:-$work/repo}
  [ $# -eq 0 ] || shift
  mkdir -p "$folder"
  git init -q "$@" "$folder"
  cd "$folder"
}

# write PATH: a file from standard input, with its folders.
write() {
  mkdir -p "$(dirname "$1")"
  cat > "$1"
}

# tick: the next commit is a minute later, the same in every run.
tick() {
  clock=$(($(cat "$work/clock") + 60))
  echo "$clock" > "$work/clock"
  export GIT_AUTHOR_DATE="$((1700000000 + clock)) +0000"
  export GIT_COMMITTER_DATE="$GIT_AUTHOR_DATE"
}

# commit MESSAGE: everything in the working tree, also an unchanged one.
commit() {
  git add -A
  tick
  git commit -q --allow-empty -m "$1"
}

# edit PATH SED-EXPRESSION: the expression must change the file.
edit() {
  sed "$2" "$1" > "$work/edited"
  if cmp -s "$1" "$work/edited"; then
    echo "$scenario: \`$2\` does not change $1" >&2
    exit 1
  fi
  cat "$work/edited" > "$1"
}

# needs TOOL...: a missing tool is a failure, not a skip.
needs() {
  for tool in "$@"; do
    if ! command -v "$tool" > /dev/null; then
      echo "$scenario: $tool is not installed" >&2
      exit 1
    fi
  done
}

# listen: somebody answers on this machine at $port until the scenario ends; it
# stands for the network.
listen() {
  "$python" - "$work/port" <<'EOF' &
import os, socket, sys

s = socket.socket()
s.bind(("127.0.0.1", 0))
s.listen(16)
with open(sys.argv[1] + ".new", "w") as f:
    f.write(str(s.getsockname()[1]))
os.rename(sys.argv[1] + ".new", sys.argv[1])
s.settimeout(300)
try:
    while True:
        s.accept()[0].close()
except OSError:
    pass
EOF
  listener=$!
  trap 'kill $listener 2>/dev/null || true; cleanup' EXIT
  for i in 1 2 3 4 5 6 7 8 9 10; do
    [ -f "$work/port" ] || sleep 0.3
  done
  port=$(cat "$work/port")
}

# --- running beagle -----------------------------------------------------------

# beagle ARG...: runs it; output, messages and exit code are kept for the checks.
beagle() {
  called="beagle $*"
  code=0
  "$BEAGLE" "$@" > "$work/out" 2> "$work/err" < /dev/null || code=$?
}

# changes ARG...: `beagle changes` with the JSON document on standard output.
changes() {
  beagle changes "$@" --format json
}

# --- what must hold -----------------------------------------------------------

fail() {
  {
    echo "$scenario: $*"
    echo "--- command: ${called:-none}"
    echo "--- exit code: ${code:-none}"
    echo "--- standard output:"
    [ ! -f "$work/out" ] || head -c 20000 "$work/out"
    echo "--- standard error:"
    [ ! -f "$work/err" ] || head -c 20000 "$work/err"
    echo "---"
  } >&2
  exit 1
}

# expect_exit N...: the exit code is N, or one of them where several are right.
expect_exit() {
  for wanted in "$@"; do
    [ "$code" -ne "$wanted" ] || return 0
  done
  fail "expected exit code $*, got $code"
}

# expect_contains TEXT: somewhere in output or messages.
expect_contains() {
  cat "$work/out" "$work/err" | grep -qF -e "$1" || fail "expected the text: $1"
}

# expect_matches REGEX: a line of output or messages, extended expression, any case.
expect_matches() {
  cat "$work/out" "$work/err" | grep -qiE -e "$1" || fail "expected a line like: $1"
}

expect_not_contains() {
  ! cat "$work/out" "$work/err" | grep -qF -e "$1" || fail "did not expect the text: $1"
}

# expect_message TEXT: in the messages, which are on standard error.
expect_message() {
  grep -qF -e "$1" "$work/err" || fail "expected the message: $1"
}

# expect_one_line_error: exactly one line of messages and no report.
expect_one_line_error() {
  [ "$(grep -c . "$work/err")" -eq 1 ] || fail "expected one line of messages"
  [ ! -s "$work/out" ] || fail "expected no report beside an error"
}

# json EXPRESSION: prints the value of a Python expression over the document `d`.
# The functions rows(), hunks(file) and names(list) are there for short expressions.
json() {
  "$python" - "$work/out" "$1" <<'EOF' || fail "cannot evaluate on the report: $1"
import json, sys

d = json.loads(open(sys.argv[1], "rb").read().decode("utf-8"))


def row(f):
    change = f["change"]
    if change == "renamed":
        return "renamed %s -> %s" % (f["baseName"], f["name"])
    if change == "moved":
        return "moved %s: %s -> %s" % (f["name"], f["baseFile"], f["file"])
    return change + " " + f["name"]


def rows():
    return sorted({row(f) for f in d["functions"]})


def names(values):
    return sorted({v["name"] for v in values})


def hunks(file):
    return [h for h in d["hunks"] if file in (h.get("file"), h.get("baseFile"))]


print(eval(sys.argv[2]))
EOF
}

# expect_json EXPRESSION: the Python expression over `d` is true.
expect_json() {
  value=$(json "bool($1)")
  [ "$value" = True ] || fail "expected to be true of the report: $1"
}

# expect_rows ROW...: exactly these rows: 'changed f', 'added f', 'removed f',
# 'renamed f -> g', 'moved f: a.c -> b.c'. Without arguments: no rows.
expect_rows() {
  wanted=$(for one in "$@"; do echo "$one"; done | LC_ALL=C sort -u)
  got=$(json "'\n'.join(rows())")
  [ "$wanted" = "$got" ] || fail "expected the rows
$wanted
and got
$got"
}

# expect_changed NAME...: exactly these functions are reported, all as changed.
expect_changed() {
  names=$*
  set --
  for one in $names; do set -- "$@" "changed $one"; done
  expect_rows "$@"
}

# expect_entry NAME: it is among the entries. expect_entries NAME...: exactly these.
expect_entry() {
  expect_json "'$1' in names(d['entries'])"
}

expect_entries() {
  wanted=$(for one in "$@"; do echo "$one"; done | LC_ALL=C sort -u)
  got=$(json "'\n'.join(names(d['entries']))")
  [ "$wanted" = "$got" ] || fail "expected the entries
$wanted
and got
$got"
}

# expect_hunk FILE STATUS: the file has hunks and all of them have this status.
expect_hunk() {
  expect_json "hunks('$1') and {h['status'] for h in hunks('$1')} == {'$2'}"
}

# expect_no_hunk FILE
expect_no_hunk() {
  expect_json "not hunks('$1')"
}

# expect_valid_report: what holds for every document.
expect_valid_report() {
  expect_json "d['schema'] == 'beagle.changes/1'"
}

# Two answers are the same: byte for byte.
keep_answer() {
  cp "$work/out" "$work/answer.$1"
}

expect_same_answer() {
  cmp -s "$work/answer.$1" "$work/answer.$2" || {
    diff "$work/answer.$1" "$work/answer.$2" | head -40 >&2 || true
    fail "the answers $1 and $2 differ"
  }
}

# ok: the last line of every scenario; leaving without it is a failure.
ok() {
  finished=yes
  echo "OK $scenario"
}

# rounds: a file with a function of which nobody knows in a second whether another number of turns makes a difference.
rounds() {
  write rounds.c <<'EOF'
unsigned rounds(unsigned n) {
  unsigned count = 0;
  while (n > 1 && count < 100000) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ++count;
  }
  return count;
}
EOF
}
