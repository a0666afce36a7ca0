#!/bin/sh
# A project of several programs: each has a main of its own, and a helper under the same name. What one of them calls is
# its own, in the analysis and when it runs natively.
. "$(dirname "$0")/lib.sh"

repo
for program in list count; do
  write "$program.c" <<EOF
int limit(int v) { return $([ $program = list ] && echo 7 || echo 3); }
int ${program}_all(int v) { return limit(v) + 1; }
int main(int argc, char **argv) { return ${program}_all(argc); }
EOF
done
write broken.c <<'EOF'
int unfinished(void) { return
EOF
commit "First"
edit list.c 's/+ 1/+ 2/'
edit count.c 's/+ 1/+ 3/'
commit "Second"

beagle diff HEAD~1..HEAD --budget 1m --format json
expect_exit 1
expect_json "{f['name']: f['verdict'] for f in d['functions']} == {'list_all': 'changed', 'count_all': 'changed'}"
expect_json "all(c['replayed'] and c['replayedAsBuilt'] for f in d['functions'] for c in f['changes'])"
expect_json "{f['name']: f['changes'][0]['base']['values'] for f in d['functions']} == {'list_all': {'return': '8'}, 'count_all': {'return': '4'}}"

beagle explore . --entry count_all --replay
expect_exit 0
expect_contains "1 agree, 0 disagree"

beagle explore .
expect_exit 2
expect_message "several files have a function main; say which: main@count.c, main@list.c"

beagle explore . --entry main@list.c
expect_exit 0

beagle explore . --entry count_al
expect_exit 3
expect_message "broken.c"

ok
