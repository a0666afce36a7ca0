#!/bin/sh
# A unit that keeps the compiler busy for ever is given up, by name.
. "$(dirname "$0")/lib.sh"

needs timeout
repo
write a.cc <<'EOF'
// Evaluated by the compiler, for very long.
constexpr unsigned long collatz(unsigned long n) {
  unsigned long steps = 0;
  for (unsigned long i = 0; i < n; ++i)
    for (unsigned long k = 0; k < n; ++k) steps += i ^ k;
  return steps;
}
constexpr unsigned long much = collatz(1000000);
unsigned long a() { return much + 1; }
EOF
write .beagle.yml <<'EOF'
build:
  extra-flags: [-fconstexpr-steps=2147483647]
EOF
commit "Begin"
edit a.cc 's/much + 1/much + 2/'
commit "Change"

code=0
called="beagle changes HEAD~1..HEAD --build-timeout 3s"
timeout 60 "$BEAGLE" changes HEAD~1..HEAD --build-timeout 3s \
  > "$work/out" 2> "$work/err" < /dev/null || code=$?
[ "$code" -ne 124 ] || fail "still compiling after a minute"
expect_exit 3
expect_matches 'a\.cc'
expect_matches 'stopped at its time limit, 3 s'

ok
