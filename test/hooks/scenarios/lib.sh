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
