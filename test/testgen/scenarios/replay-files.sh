#!/bin/sh
# A report of two files names them by their paths. What does not build cannot be replayed.
. "$(dirname "$0")/lib.sh"

cd "$work"
cat > old.c <<'EOF'
int first(const int *values) { return values ? values[0] : -1; }
EOF
sed 's/values ? values\[0\] : -1/values[0]/' old.c > new.c
report report.json old.c new.c
beagle replay report.json
expect_exit 0
expect_contains "memory-error"

echo 'int first(' > new.c
beagle replay report.json
expect_exit 3

# A report without inputs says so.
sed 's/values ? values\[0\] : -1/values ? values[1] : -1/' old.c > new.c
beagle diff old.c new.c --no-replay --format json
cp out plain.json
beagle replay plain.json
expect_exit 3
expect_contains "the report has no input of it"

# What is no whole input is refused.
sed 's/"entry": "first"/"entry": 7/' report.json > bad.json
beagle replay bad.json
expect_exit 3
expect_contains "\`entry\` is missing or wrong"

ok
