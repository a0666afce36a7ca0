#!/bin/sh
# The user builds again, in the folder whose compile database Beagle goes by. Objects and logs are nothing that units
# read, so the answer in the cache stays the answer; a header that the build makes is another matter.
. "$(dirname "$0")/lib.sh"

repo
echo '/out/' > .gitignore
write a.c <<'EOF'
#include "made.h"
int a(int x) {
  return x + STEP;
}
EOF
commit "Begin"
edit a.c 's/x + /x - /'
commit "Change"
mkdir -p out/deep
echo '#define STEP 2' > out/made.h
echo first > out/deep/a.o
cat > out/compile_commands.json <<EOF
[{"directory": "$work/repo/out", "file": "$work/repo/a.c", "command": "cc -Ideep -I. -c $work/repo/a.c"}]
EOF

# answers: asks, and says how many answers the cache has.
answers() {
  status=0
  "$BEAGLE" diff HEAD~1..HEAD --quiet > "$work/out" 2> "$work/err" || status=$?
  [ "$status" -eq 1 ] || fail "no difference is found"
  find "$work/cache/beagle/entries/report" -type f | wc -l
}

[ "$(answers)" -eq 1 ] || fail "the first answer is not kept"
echo 'compiled again' > out/deep/a.o
[ "$(answers)" -eq 1 ] || fail "an object asks the question anew"
echo '#define STEP 3' > out/made.h
[ "$(answers)" -eq 2 ] || fail "a header does not ask the question anew"
echo '#define STEP 4' > out/deep/made.h
[ "$(answers)" -eq 3 ] || fail "a header that stands before it now does not ask the question anew"
grep -q 'return = ' "$work/out" || fail "no result is shown"

ok
