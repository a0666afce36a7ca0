#!/usr/bin/env bash
# Makes one report of what all shares found, in every view, and ends as the check does: 0 passed, 1 failed, 2 a share is
# missing.
#
#   BEAGLE_REPORTS       folder of the reports: shard-*.json in, beagle.json, .md, .html, .sarif and .xml (JUnit) out
#   GITHUB_STEP_SUMMARY  where GitHub wants what its page shows
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

shopt -s nullglob
shares=("$reports"/shard-*.json)
[ ${#shares[@]} -gt 0 ] || die "there is no report in $reports: the jobs that check say why"
need_program
options=(--format text)
for ending in json md html sarif xml; do options+=(--report "$reports/beagle.$ending"); done
status=0
"$beagle" report merge "${shares[@]}" "${options[@]}" || status=$?
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$reports/beagle.md" ]; then cat "$reports/beagle.md" >> "$GITHUB_STEP_SUMMARY"; fi
exit "$status"
