#!/usr/bin/env bash
# Checks a change, or one share of it, and leaves a report for report.sh, which says whether the check has passed.
# Fails only when there is no report: the change could not be checked at all.
#
#   BEAGLE_BASE, BEAGLE_HEAD  from where the two meet to head
#   BEAGLE_SHARD              2/4: the second of four shares; every share needs a job of its own
#   BEAGLE_BUDGET, BEAGLE_FAIL_LEVEL, BEAGLE_SANDBOX  as the options of `beagle check`; empty: the project's settings
#   BEAGLE_REPORTS            folder of the reports
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

shard=${BEAGLE_SHARD:-1/1}
[[ $shard =~ ^[0-9]+/[0-9]+$ ]] || die "BEAGLE_SHARD is a number of a share and how many there are, such as 2/4, not \`$shard\`"
[[ ${BEAGLE_BASE:-} =~ [^0] ]] || die "nothing says what the change is compared with: set BEAGLE_BASE (as an input of the action: base)"
need_program
mkdir -p "$reports"

# What a pull request says about its own check does not count: the settings are those of the base.
options=(--settings base --shard "$shard" --report "$reports/shard-${shard%/*}.json")
[ -z "${BEAGLE_BUDGET:-}" ] || options+=(--budget "$BEAGLE_BUDGET")
[ -z "${BEAGLE_FAIL_LEVEL:-}" ] || options+=(--fail-level "$BEAGLE_FAIL_LEVEL")
[ -z "${BEAGLE_SANDBOX:-}" ] || options+=(--sandbox "$BEAGLE_SANDBOX")
status=0
"$beagle" check "$BEAGLE_BASE...${BEAGLE_HEAD:-HEAD}" "${options[@]}" || status=$?
[ "$status" -eq 1 ] || exit "$status"
