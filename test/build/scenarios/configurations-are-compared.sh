#!/bin/sh
# A library's source is built once more for its tests, with another limit. What changes in the library only is no
# change in the tests; both are looked at, whichever comes first.
. "$(dirname "$0")/lib.sh"

needs cmake
repo
write CMakeLists.txt <<'EOF2'
cmake_minimum_required(VERSION 3.20)
project(limits C)
add_executable(a_test test.c round.c)
target_compile_definitions(a_test PRIVATE MOST=1000)
add_library(round STATIC round.c)
add_executable(z_test test.c round.c)
target_compile_definitions(z_test PRIVATE MOST=1000 OTHER=1)
EOF2
write test.c <<'EOF2'
unsigned rounded(unsigned);
int main(void) { return rounded(5) == 8 ? 0 : 1; }
EOF2
write round.c <<'EOF2'
#ifndef MOST
#define MOST 0xffffffff
#endif
static unsigned up(unsigned x) {
  if (x > MOST) return 1;
  x--;
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  x |= x >> 16;
  return x + 1;
}
unsigned rounded(unsigned x) { return x == 0 ? 1 : up(x); }
EOF2
commit "Begin"
edit round.c 's/return x + 1;/return x + 1 == 0 ? 1 : x + 1;/'
commit "No rounding to nothing"

beagle diff HEAD~1..HEAD --budget 20s --format json --report report.txt
expect_exit 1
# The third way to compile it means what one of the others means.
expect_json "sorted((f['name'], f['verdict']) for f in d['functions']) == [('rounded', 'changed'), ('rounded', 'unchanged')]"
expect_json "[f['configuration'] for f in d['functions'] if 'configuration' in f] in ([2], [3])"
expect_json "all(c['replayed'] and c['replayedAsBuilt'] for f in d['functions'] for c in f['changes'])"
expect_json "any('is compiled in several ways; configuration' in n and 'MOST=1000' in n for n in d['notes'])"
grep -q 'rounded in configuration [23] (round.c:14): ' report.txt || fail "no configuration in report.txt"
beagle diff HEAD~1..HEAD --entry rounded --budget 20s --format json
expect_exit 1
expect_json "sorted(f['verdict'] for f in d['functions']) == ['changed', 'unchanged']"
beagle changes HEAD~1..HEAD --format json
expect_exit 0
expect_json "len(d['entries']) == 2"

# A finding of the second configuration is run again in that one.
repo "$work/second"
write compile_commands.json <<'EOF2'
[
  {"directory": ".", "file": "round.c", "arguments": ["cc", "-c", "round.c", "-o", "test.o"]},
  {"directory": ".", "file": "round.c", "arguments": ["cc", "-DLIBRARY", "-c", "round.c", "-o", "library.o"]}
]
EOF2
write round.c <<'EOF2'
#ifdef LIBRARY
#define MOST 4000000000u
#else
#define MOST 1000
#endif
unsigned rounded(unsigned x) { return x > MOST ? 0 : x + 7 & ~7u; }
EOF2
commit "Begin"
edit round.c 's/x + 7/x + 7 + (x == 5000)/'
commit "Another result for one number"
beagle diff HEAD~1..HEAD --budget 20s --format json --report report.json
expect_exit 1
expect_json "[(f['verdict'], f.get('configuration')) for f in d['functions']] == [('unchanged', None), ('changed', 2)]"
beagle replay report.json "$(sed -n 's/.*"fingerprint": "\(............\).*/\1/p' report.json)"
expect_exit 0
expect_contains "it still shows"

ok
