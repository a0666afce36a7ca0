#!/bin/sh
# A file is renamed and not edited. No function is new, gone or different.
. "$(dirname "$0")/lib.sh"

repo
write src/old_name.c <<'EOF'
int first(int x) {
  int r = x;
  while (r > 10) r -= 3;
  return r;
}
int second(int x) { return first(x) + first(x + 1); }
EOF
commit "Add the pair"
git mv src/old_name.c src/new_name.c
commit "Find a better name"

changes HEAD~1..HEAD
expect_exit 0
expect_json "all(f['change'] == 'moved' and not f.get('alsoChanged') for f in d['functions'])"
expect_json "all(f['baseFile'] == 'src/old_name.c' and f['file'] == 'src/new_name.c' for f in d['functions'])"

ok
