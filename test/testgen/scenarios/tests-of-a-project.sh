#!/bin/sh
# The command in a test's comment has the project's options and the other files that are needed, and nothing else.
. "$(dirname "$0")/lib.sh"
needs cmake

repo
write CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(shop C)
add_library(shop src/order.c src/tax.c src/unused.c)
target_include_directories(shop PRIVATE include)
target_compile_definitions(shop PRIVATE FREE_FROM=5000 "NAME=\"a shop\"")
set_target_properties(shop PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF)
EOF
write include/order.h <<'EOF'
struct order { int count; long price; };
long tax(long sum);
long total(const struct order *order);
extern long surcharge;
EOF
write src/order.c <<'EOF'
#include "order.h"
static const char *name = NAME;
static long shipping(long sum) { return sum >= FREE_FROM ? 0 : 495; }
long total(const struct order *order) {
  if (!order || !name || order->count != 1) return 0;
  return order->price + shipping(order->price) + tax(order->price) + surcharge;
}
EOF
write src/tax.c <<'EOF'
#include "order.h"
long surcharge = 7;
long tax(long sum) { return sum == 5000 ? 1 : 0; }
EOF
echo 'int unused(void) { return 0; }' > src/unused.c
commit "Add the shop"
edit src/order.c 's/>= FREE_FROM/> FREE_FROM/'
commit "Tidy the shop"

beagle diff HEAD~1..HEAD --entry total --tests tests --budget 20s
expect_exit 1
test=$(ls tests/total-*.c)
command=$(sed -n 's/^ \*   \(cc .*\)$/\1/p' "$test")
case $command in
  *-std=c99*src/tax.c*) ;;
  *) fail "the command is: $command" ;;
esac
case $command in
  *src/order.c* | *src/unused.c* | */beagle/*) fail "the command is: $command" ;;
esac
! sh -c "$command" 2> "$work/failures" || fail "the test succeeds on the new version: $(cat "$test")"
grep -q "this does not hold" "$work/failures" || fail "it fails otherwise: $(cat "$work/failures")"
git checkout -q HEAD~1
sh -c "$command" || fail "the test fails on the old version: $(cat "$test")"

ok
