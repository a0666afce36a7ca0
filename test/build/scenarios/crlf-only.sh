#!/bin/sh
# The line endings of a file became CRLF. Every byte line differs, no token does.
. "$(dirname "$0")/lib.sh"

repo
printf 'int a(int x) {\n  if (x > 3) return 0;\n  return x;\n}\n' > a.c
commit "Begin"
printf 'int a(int x) {\r\n  if (x > 3) return 0;\r\n  return x;\r\n}\r\n' > a.c
commit "Change the line endings"
[ "$(git cat-file -s HEAD:a.c)" -gt "$(git cat-file -s HEAD~1:a.c)" ] || fail "git changed the bytes"

changes HEAD~1..HEAD
expect_exit 0
expect_rows
expect_entries
expect_json "hunks('a.c')"

ok
