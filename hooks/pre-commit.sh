#!/bin/sh
# What the pre-commit framework calls. It says through the environment what is pushed where; `beagle hook run` gets
# the line that git itself would write.
set -eu

to=${PRE_COMMIT_TO_REF:-${PRE_COMMIT_LOCAL_BRANCH:-}}
if [ -z "$to" ]; then
  echo "beagle: nothing is being pushed, so there is nothing to check" >&2
  exit 0
fi
if ! command -v beagle > /dev/null; then
  [ "${BEAGLE_SKIP:-0}" = 0 ] || exit 0
  echo "beagle: there is no program of this name on the path, so this push is not checked and is blocked." >&2
  echo "Install it, or skip the check once: BEAGLE_SKIP=1 git push" >&2
  exit 1
fi

# id REF: the commit that it names.
id() {
  git rev-parse --verify --quiet "$1^{commit}" && return 0
  echo "beagle: \`$1\` names no commit of this repository" >&2
  exit 2
}

new=$(id "$to")
# Without a commit to start from, the whole history is pushed: zeros, as git writes for a ref that is not there yet.
if [ -n "${PRE_COMMIT_FROM_REF:-}" ]; then old=$(id "$PRE_COMMIT_FROM_REF"); else old=$(echo "$new" | tr '0-9a-f' 0); fi
# `pre-commit run --from-ref A --to-ref B` knows no remote.
if [ -n "${PRE_COMMIT_REMOTE_NAME:-}" ]; then set -- "$PRE_COMMIT_REMOTE_NAME" "${PRE_COMMIT_REMOTE_URL:-}"; else set --; fi
echo "${PRE_COMMIT_LOCAL_BRANCH:-$to} $new ${PRE_COMMIT_REMOTE_BRANCH:-$to} $old" | beagle hook run "$@"
