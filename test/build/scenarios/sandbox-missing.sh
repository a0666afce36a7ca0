#!/bin/sh
# Without bubblewrap the project's build is not run, and nothing falls back to
# running it unprotected. The message says how to allow that.
. "$(dirname "$0")/lib.sh"

needs make
repo
write Makefile <<'EOF'
a.o: a.c
	$(CC) -c a.c
EOF
write a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit a.c 's/x + 1/x + 2/'
commit "Change"

# All programs of the PATH but one.
mkdir "$work/bin"
(
  IFS=:
  for folder in $PATH; do
    for program in "$folder"/*; do
      name=$(basename "$program")
      [ "$name" != bwrap ] || continue
      [ -x "$program" ] && [ ! -e "$work/bin/$name" ] && ln -s "$program" "$work/bin/$name"
    done
  done
  true
)
export PATH="$work/bin"
! command -v bwrap > /dev/null || fail "bwrap is still there"

beagle changes HEAD~1..HEAD
expect_exit 2 3
expect_message --sandbox=off
[ ! -s "$work/out" ] || fail "there is a report of what was not built"
changes HEAD~1..HEAD --sandbox=off
expect_exit 0
expect_changed a

ok
