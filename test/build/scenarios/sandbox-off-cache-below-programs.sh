#!/bin/sh
# The cache lies below the folder with beagle's own programs, as it does when all
# of them are in the home folder. Without a sandbox both have their real names;
# those of the project's files are told from them.
. "$(dirname "$0")/lib.sh"

needs make
mkdir "$work/programs"
for program in beagle beagle-cc beagle-jit beagle-record; do
  cp "$(dirname "$BEAGLE")/$program" "$work/programs/"
done
BEAGLE=$work/programs/beagle
export XDG_CACHE_HOME="$work/programs/cache"

repo
write Makefile <<'EOF'
a.o: src/a.c
	$(CC) -c src/a.c
EOF
write src/a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit src/a.c 's/x + 1/x + 2/'
commit "Change"

changes HEAD~1..HEAD --sandbox off
expect_exit 0
expect_changed a

ok
