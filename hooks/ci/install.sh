#!/usr/bin/env bash
# Sees to it that the job has a beagle: the one on the path, or the one of this checkout, built unless a cache brought
# what these sources give.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

if ! command -v beagle > /dev/null; then
  key=$(key_of_sources)
  "$tool/config/setup" packages
  if [ "$(cat "$programs/key" 2> /dev/null)" != "$key" ]; then
    "$tool/config/setup" build
    echo "$key" > "$programs/key"
  fi
fi
need_program
"$beagle" --version
