#!/bin/sh
# What a unit calls before `main`: the unit that defines it is a part of the program, and what nobody defines gives 0
# natively. The functions of such units, as of tests, run natively all the same.
. "$(dirname "$0")/lib.sh"

repo
write tests.h <<'EOF'
#include <string>
void register_test(const char *name, int (*test)());
const std::string &first_test();
struct Registrar {
  Registrar(const char *name, int (*test)()) { register_test(name, test); }
};
struct Other {
  Other(const char *name);
};
Other *made_elsewhere();
int number_elsewhere();
inline int twice(int x) { return x > 3 && x < 1000 ? 2 * x : 0; }
EOF
write main.cpp <<'EOF'
#include "tests.h"
#include <map>
static std::map<std::string, int (*)()> &tests() {
  static std::map<std::string, int (*)()> all;
  return all;
}
void register_test(const char *name, int (*test)()) { tests()[name] = test; }
const std::string &first_test() { return tests().begin()->first; }
int main() {
  for (auto &[name, test] : tests())
    if (test() != 0) return 1;
  return 0;
}
EOF
write test_twice.cpp <<'EOF'
#include "tests.h"
static int seven() { return twice(7) - 14; }
static Registrar registered("seven", seven);
static Other other("twice");
static const int number = number_elsewhere();
int numbered(int x) { return number == 0 ? twice(x) : -1; }
int of_length(int x) { return (int)first_test().size() + (x > 2); }
EOF
commit "First"

beagle explore . --entry twice --replay
expect_exit 0
expect_contains "3 agree, 0 disagree"

# What they give is not known, and what needs another value than 0 is not compared.
beagle explore . --entry numbered --replay
expect_exit 0
expect_contains "numbered: 4 paths end well"
expect_contains "3 agree, 0 disagree, 1 not comparable"
expect_contains "what number_elsewhere gives before the entry"

beagle explore . --entry of_length --replay
expect_exit 1
expect_contains "of_length: 2 paths end well, 1 ends in an error"
expect_contains "3 agree, 0 disagree"

# What cannot be run is left out as a whole.
write suite.cpp <<'EOF'
#include "tests.h"
struct Suite {
  int count;
  bool add(int (*test)()) { return count > 0 && test != nullptr && ++count > 0; }
};
Suite &suite_elsewhere();
static int nine() { return twice(9) - 18; }
static const bool added = suite_elsewhere().add(nine);
int later(int x) { return added ? -1 : twice(x); }
EOF
commit "A suite"
beagle explore . --entry later --replay
expect_exit 0
expect_contains "3 agree, 0 disagree"
expect_contains "assumed: start-up of suite.cpp did not run before the entry: it depends on what is not known"

sed -i 's/2 \* x/2 * x + (x == 77)/' tests.h
commit "Second"
beagle diff HEAD~1..HEAD --entry twice
expect_exit 1
expect_contains "x = 77"
expect_not_contains "not run"
beagle diff HEAD~1..HEAD --entry later --report report.json
expect_exit 1
expect_contains "x = 77"
expect_not_contains "not run"
beagle replay report.json "$(sed -n 's/.*"fingerprint": "\(............\).*/\1/p' report.json)"
expect_exit 0
expect_contains "it still shows"

ok
