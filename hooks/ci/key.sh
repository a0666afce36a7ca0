#!/usr/bin/env bash
# For a cache of the programs that install.sh builds: `programs`, the folder to keep, and `key`, by which to keep it.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

key=$(key_of_sources)
output programs "$programs"
output key "beagle-$(uname -m)-$key"
