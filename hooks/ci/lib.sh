# shellcheck shell=bash disable=SC2034 # the variables are for those that source it
# What the scripts for CI share. Each is told what to do by variables of the environment, so that no text of a pull
# request ever becomes part of a command.

tool=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd) # Beagle's own checkout
reports=${BEAGLE_REPORTS:-beagle-reports}

die() {
  echo "beagle: $*" >&2
  exit 2
}

programs=$tool/build/bin

# program: the beagle on the path, or else the one that this checkout was built into.
program() {
  command -v beagle && return 0
  [ -x "$programs/beagle" ] && echo "$programs/beagle"
}

# need_program: sets $beagle.
need_program() {
  beagle=$(program) || die "there is no program yet; hooks/ci/install.sh builds one"
}

# key_of_sources: another word whenever something is another one that the programs are built from.
key_of_sources() (
  cd "$tool" || exit
  find CMakeLists.txt analysis bot config contracts hooks -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-32
)

# output NAME VALUE: hands a value on to later steps of a GitHub job; elsewhere, prints it.
output() {
  if [ -n "${GITHUB_OUTPUT:-}" ]; then echo "$1=$2" >> "$GITHUB_OUTPUT"; else echo "$1=$2"; fi
}
