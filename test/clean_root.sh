#!/usr/bin/env bash
# Repeats the README's two commands in fresh Debian 12 roots that hold nothing but the base system: once as root,
# once as a user with sudo, whose checkout lies in a folder with a blank in its name. Needs root, debootstrap and the
# network; takes two full builds. The sources of packages are those that apt uses on this machine.
#
# How a root is entered matters, because beagle's own sandbox starts inside of it:
#  - chroot alone does not work: in a chroot the kernel refuses new user namespaces, which bubblewrap needs when an
#    ordinary user runs it. pivot_root in a mount namespace of its own makes the folder a real root.
#  - bubblewrap around it does not work: it forbids new privileges, so sudo fails inside.
#  - /proc is mounted anew in a PID namespace. With a bind of the outer /proc, or one that has parts covered as in many
#    containers, the kernel refuses the /proc of the inner sandbox.
set -euo pipefail

usage() {
  cat << 'END'
usage: test/clean_root.sh [--keep] [--work DIR] [--ccache DIR] [--as root|user]... [-- COMMAND...]

  --keep      leave the roots and the logs behind
  --work DIR  where the roots are made (default: a temporary folder); a base system that is there is used again
  --ccache DIR  a compiler cache that the runs share, so that not each compiles everything anew; it comes to belong to
              the user of the last run
  --as WHO    only this run
  COMMAND     what to run in place of the two commands, with `sh -c`, in the checkout
END
}

keep=no work='' cache='' who=() command=''
while [ $# -gt 0 ]; do
  case $1 in
    --keep) keep=yes ;;
    --ccache) cache=${2:?--ccache needs a folder} && shift ;;
    --work) work=${2:?--work needs a folder} && shift ;;
    --as) who+=("${2:?--as needs root or user}") && shift ;;
    --) shift && command=$* && break ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift
done
[ ${#who[@]} -gt 0 ] || who=(root user)

die() {
  echo "clean_root: $*" >&2
  exit 1
}
[ "$(id -u)" -eq 0 ] || die "run as root: making a root file system takes it"
command -v debootstrap > /dev/null || die "debootstrap is not installed"
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

temporary=no
if [ -z "$work" ]; then
  work=$(mktemp -d "${TMPDIR:-/tmp}/beagle-root.XXXXXX") temporary=yes
fi
mkdir -p "$work"
work=$(cd "$work" && pwd -P)
if [ -n "$cache" ]; then
  mkdir -p "$cache"
  cache=$(cd "$cache" && pwd -P)
fi
# Nothing is mounted outside of the namespaces made below, so removing is safe.
# shellcheck disable=SC2317 # called by the trap
cleanup() {
  if [ "$keep" = no ]; then
    rm -rf "$work/root" "$work/user"
    if [ "$temporary" = yes ]; then rm -rf "$work"; fi
  fi
}
trap cleanup EXIT

# The first of apt's sources for a suite. Prints nothing if there is none.
source_of() {
  # shellcheck disable=SC2016 # apt's own variables
  apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(SUITE) $(LABEL)' 2> /dev/null |
    awk -v suite="$1" '$2 == suite && $4 == "Debian" { print $1; exit }'
}

base_system() {
  [ ! -e "$work/base/.done" ] || return 0
  local uri
  uri=$(source_of bookworm)
  [ -n "$uri" ] || die "apt has no source for bookworm; run apt-get update first"
  echo "making a base system"
  rm -rf "$work/base"
  debootstrap --variant=minbase bookworm "$work/base" "$uri" > "$work/debootstrap.log" 2>&1 ||
    { tail -n 20 "$work/debootstrap.log" >&2 && die "debootstrap failed"; }
  # The machine's own way to its sources: the lists that name Debian, proxies, name servers.
  rm -f "$work/base/etc/apt/sources.list"
  local file
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    if [ -f "$file" ] && grep -q bookworm "$file" && grep -q debian "$file"; then
      mkdir -p "$work/base$(dirname "$file")"
      cp "$file" "$work/base$file"
    fi
  done
  for file in /etc/apt/apt.conf.d/*; do
    if grep -qi proxy "$file" 2> /dev/null; then cp "$file" "$work/base/etc/apt/apt.conf.d/"; fi
  done
  cp -L /etc/resolv.conf /etc/hosts "$work/base/etc/"
  touch "$work/base/.done"
}

# enter ROOT SCRIPT: runs a shell script with ROOT as the root of everything.
enter() {
  # shellcheck disable=SC2016 # expanded inside
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    unshare --mount --pid --fork --kill-child --propagation private sh -ec '
      mount --bind "$1" "$1"
      cd "$1"
      mount -t proc proc proc
      mount -t sysfs -o ro sysfs sys 2> /dev/null || mount --rbind /sys sys
      mount --rbind /dev dev
      if [ -n "$3" ]; then
        mkdir -p var/ccache
        mount --bind "$3" var/ccache
      fi
      mkdir -p .outside
      pivot_root . .outside
      umount -l /.outside
      exec sh -ec "$2"
    ' enter "$1" "$2" "$cache"
}

# checkout ROOT FOLDER: what git tracks, as it is in the working folder now.
checkout() {
  mkdir -p "$1$2"
  git -C "$source" ls-files -z | tar -C "$source" --null --ignore-failed-read -T - -cf - | tar -C "$1$2" -xf -
}

# shellcheck disable=SC2016 # expanded inside
both_commands='
  echo "--- demo"; cd /; time "$folder/config/setup" demo
  echo "--- demo, again"; cd "$folder"; time config/setup demo > /tmp/again.out 2> /tmp/again.err
  cat /tmp/again.err; if [ -s /tmp/again.err ]; then echo "the second run is not quiet"; exit 1; fi
  echo "--- test"; cd config; time ./setup test
'
# shellcheck disable=SC2016 # expanded inside
with_sudo='echo "--- demo, with sudo in front"; cd /tmp; sudo "$folder/config/setup" demo > /dev/null'
[ -z "$command" ] || both_commands="cd \"\$folder\"; $command" with_sudo=:
# What was compiled in another language is not taken from the cache.
if [ -n "$cache" ]; then both_commands="export CCACHE_DIR=/var/ccache LANG=C.UTF-8; $both_commands"; fi

run_as_root() {
  local root=$work/root
  rm -rf "$root"
  cp -a "$work/base" "$root"
  checkout "$root" /root/beagle
  enter "$root" "cat > /tmp/run.sh; exec bash -e /tmp/run.sh" <<< "folder=/root/beagle; $both_commands"
}

run_as_user() {
  local root=$work/user
  rm -rf "$root"
  cp -a "$work/base" "$root"
  checkout "$root" '/home/ada/my work/beagle'
  # The one thing that such a user brings along: sudo. Without a password, because nobody is there to type it.
  # shellcheck disable=SC2016 # expanded inside
  enter "$root" '
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update && apt-get -qq install --no-install-recommends sudo > /tmp/sudo.log 2>&1
    useradd --shell /bin/bash ada && chown -R ada: /home/ada
    if [ -d /var/ccache ]; then chown -R ada: /var/ccache; fi
    echo "ada ALL=(ALL) NOPASSWD: ALL" > /etc/sudoers.d/ada
    cat > /tmp/run.sh
    su - ada -c "bash -e /tmp/run.sh"
    foreign=$(find "/home/ada" ! -user ada | head)
    if [ -n "$foreign" ]; then echo "files of others in the checkout: $foreign"; exit 1; fi
  ' <<< "folder='/home/ada/my work/beagle'; $both_commands
$with_sudo"
}

base_system
failed=0
for one in "${who[@]}"; do
  echo "=== as $one"
  status=0
  case $one in
    root) run_as_root 2>&1 | tee "$work/root.log" || status=$? ;;
    user) run_as_user 2>&1 | tee "$work/user.log" || status=$? ;;
    *) die "--as is root or user, not \`$one\`" ;;
  esac
  if [ "$status" -eq 0 ]; then echo "=== as $one: passed"; else echo "=== as $one: failed" && failed=1; fi
done
if [ "$keep" = yes ]; then echo "kept in $work"; fi
exit "$failed"
