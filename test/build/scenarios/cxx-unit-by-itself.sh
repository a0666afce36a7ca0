#!/bin/sh
# A unit of C++ that uses classes which nobody here defines: its functions run natively all the same.
. "$(dirname "$0")/lib.sh"

repo
write a.cpp <<'EOF'
struct Node {
  explicit Node(int number);
  virtual ~Node();
  int number;
};
Node *made(int number) { return new Node(number); }
int small(int x) { if (x > 3) return 0; return 1; }
EOF
commit "First"

beagle explore a.cpp --entry small --replay
expect_exit 0
expect_contains "2 agree, 0 disagree, 0 not comparable"

ok
