#!/bin/sh
# The time of a push includes building, and all refs together have it once.
. "$(dirname "$0")/lib.sh"

needs make timeout
repo
write Makefile <<'EOF'
steps.o: steps.c
	sleep $(PAUSE)
	$(CC) -c steps.c
PAUSE = 0
EOF
echo "int steps(int x) { return x + 1; }" > steps.c
commit "Add steps"
remote
hook install
echo .beagle.yml >> .git/info/exclude
printf 'hook:\n  budget: 6s\n' > .beagle.yml
git checkout -q -b first
edit Makefile 's/PAUSE = 0/PAUSE = 600/'
edit steps.c 's/x + 1/x + 2/'
commit "Build for ten minutes"
git checkout -q -b second
edit steps.c 's/x + 2/x + 3/'
commit "Once more"
# push_in_time: `git push` of both, which hangs no longer than a build would.
push_in_time() {
  called="git push of both branches"
  code=0
  PATH="$(dirname "$BEAGLE"):$PATH" timeout 100 git push origin first second > "$work/out" 2> "$work/err" < /dev/null || code=$?
  [ "$code" -ne 124 ] || fail "it still builds"
}
echo "  on-timeout: block" >> .beagle.yml
push_in_time
[ "$code" -ne 0 ] || fail "the push went through, though time was over"
expect_said "refs/heads/first could not be checked in time: "
expect_said "refs/heads/second could not be checked in time: "
expect_said "the time for all of it is over"
expect_said "as \`on-timeout: block\`"

printf 'hook:\n  budget: 6s\n  on-error: block\n' > .beagle.yml
push_in_time
expect_exit 0
expect_pushed first
expect_pushed second
expect_said "refs/heads/first could not be checked in time, and is pushed all the same"

# Compiling ends as well.
many_units() {
  for number in $(seq 150); do
    printf '#include <vector>\n#include <map>\n#include <algorithm>\nint f%s(int x) { std::vector<int> v(3, x); std::sort(v.begin(), v.end()); return v[0] + %s; }\n' "$number" "$1" > "f$number.cpp"
  done
}
git checkout -q -b units main
rm Makefile steps.c
many_units 1
commit "Add many"
git push -q --no-verify origin units
many_units 2
commit "Change them all"
called="git push origin units"
code=0
PATH="$(dirname "$BEAGLE"):$PATH" timeout 100 git push origin units > "$work/out" 2> "$work/err" < /dev/null || code=$?
[ "$code" -ne 124 ] || fail "it still compiles"
expect_exit 0
expect_said "refs/heads/units could not be checked in time, and is pushed all the same"

ok
