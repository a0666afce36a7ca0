#!/usr/bin/env bash
# The list [1, 2, ...] of a job matrix.
#
#   BEAGLE_SHARDS  over how many jobs the check is spread
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

count=${BEAGLE_SHARDS:-1}
[[ $count =~ ^[1-9][0-9]?$ ]] || die "the number of shards is 1 to 99, not \`$count\`"
output shards "[$(seq -s, 1 "$count")]"
