#!/bin/sh
# A newcomer's first day: a project is cloned, settings are proposed, the hook is installed; a commit that breaks
# something is not pushed, with the input that shows it; once that is mended, it is.
. "$(dirname "$0")/lib.sh"

repo
write Makefile <<'EOF'
prices: main.o money.o
	$(CC) -o $@ $^
EOF
write money.h <<'EOF'
int share(int amount, int percent);
EOF
write money.c <<'EOF'
#include "money.h"

int share(int amount, int percent) {
  if (percent <= 0 || percent > 100) return 0;
  return (int)((long long)amount * percent / 100);
}
EOF
write main.c <<'EOF'
#include "money.h"

int main(void) { return share(500, 19) == 95 ? 0 : 1; }
EOF
commit "Compute shares of prices"
remote

git clone -q "$work/remote.git" "$work/mine"
cd "$work/mine"
beagle config init
expect_exit 0
beagle config validate
expect_exit 0
git add .beagle.yml
git commit -qm "Use Beagle"
hook install
expect_exit 0
push
expect_exit 0
expect_pushed

edit money.c 's/percent > 100/percent > 99/'
git commit -qam "Simplify the limit"
push
[ "$code" -ne 0 ] || fail "the push went through"
expect_said "share (money.c:3): changed"
expect_said "percent = 100"
expect_said "the push is blocked"
expect_not_pushed

edit money.c 's/percent > 99/percent >= 101/'
git commit -qam "Keep the limit where it was"
push
expect_exit 0
expect_silent
expect_pushed

ok
