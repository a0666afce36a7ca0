#!/bin/sh
# What the settings say of code that is only called counts as well: an answer from the cache does not outlive them.
. "$(dirname "$0")/lib.sh"

repo
echo "int helper(int x) { return x + 1; }" | write helper.c
write lib/ask.c <<'EOF'
int helper(int);
int ask(int x) { return helper(x); }
EOF
write sum.c <<'EOF'
int ask(int);
int sum(int x) { return x + 1; }
EOF
commit "Begin"
edit sum.c 's/x + 1/x + ask(0)/'
commit "Ask"

beagle check HEAD~1..HEAD
expect_exit 0
expect_contains "sum (sum.c:2): unchanged"
printf 'functions:\n  helper: outside\n' | write lib/.beagle.yml
beagle check HEAD~1..HEAD
expect_exit 1
expect_contains "sum (sum.c:2): changed"
rm lib/.beagle.yml
beagle check HEAD~1..HEAD
expect_exit 0

ok
