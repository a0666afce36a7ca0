#!/bin/sh
# A file is renamed and one of its functions is edited in the same commit. Only
# that function differs, and the hunk is the edited line, not the whole file.
. "$(dirname "$0")/lib.sh"

repo
write src/old_name.c <<'EOF'
int first(int x) {
  int r = x;
  while (r > 10) r -= 3;
  return r;
}
int second(int x) { return first(x) + first(x + 1); }
int third(int x) { return first(x) - 1; }
int fourth(int x) { return first(x) * 4; }
EOF
commit "Add the functions"
git mv src/old_name.c src/new_name.c
edit src/new_name.c 's/first(x) - 1/first(x) - 2/'
commit "Rename and correct"

changes HEAD~1..HEAD
expect_exit 0
expect_json "names(f for f in d['functions'] if f['change'] == 'changed' or f.get('alsoChanged')) == ['third']"
expect_json "all(f['change'] in ('changed', 'moved') for f in d['functions'])"
expect_hunk src/new_name.c analysed
expect_json "[(h['baseStart'], h['headStart'], h['headLines']) for h in hunks('src/new_name.c')] == [(7, 7, 1)]"

ok
