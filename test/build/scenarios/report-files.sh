#!/bin/sh
# A report goes to standard output in any form, and to files whose endings say in which; a written report can be shown
# in other forms later. What cannot work is said before anything is built.
. "$(dirname "$0")/lib.sh"

mkdir "$work/files"
cd "$work/files"
write old.c <<'END'
int twice(int x) { return x + x; }
int next(int x) { return x + 1; }
END
write new.c <<'END'
int twice(int x) { return x * 2; }
int next(int x) { return x == 7 ? 0 : x + 1; }
END

mkdir out
beagle diff old.c new.c --report out/r.json --report out/r.sarif --report out/r.xml --report out/r.html --report out/r.md --report out/r.txt
expect_exit 1
expect_contains "2 functions: 1 changed, 1 unchanged"
expect_contains "x = 7"
for ending in json sarif xml html md txt; do [ -s "out/r.$ending" ] || fail "out/r.$ending is missing"; done
[ "$(ls out | wc -l)" -eq 6 ] || fail "something else was left behind"

# The same bytes, from the report that was written.
for view in sarif:sarif xml:junit html:html md:markdown; do
  "$BEAGLE" report render out/r.json --format "${view#*:}" > shown.view || true
  cmp -s shown.view "out/r.${view%%:*}" || fail "rendered ${view#*:} is not what diff wrote"
done
beagle report render out/r.json --report again.json --format text
expect_exit 1
expect_contains "2 functions: 1 changed, 1 unchanged"
cmp -s again.json out/r.json || fail "a report does not come back as it was"

beagle diff old.c new.c --report out/r.pdf
expect_exit 2
expect_one_line_error
expect_message ".json, .md, .sarif, .xml, .html"
beagle diff old.c new.c --report nowhere/r.md
expect_exit 2
expect_one_line_error
expect_message "there is no folder nowhere"
beagle diff old.c new.c --format yaml
expect_exit 2
expect_message "is unknown"
beagle report render
expect_exit 2
expect_one_line_error
beagle report render out/r.md
expect_exit 2
expect_message "no report of Beagle"
beagle report render missing.json
expect_exit 2
expect_message "there is no such file"
beagle report render out/r.json out/r.json
expect_exit 2
expect_message "report merge"
beagle report rendr out/r.json
expect_exit 2
expect_message "did you mean \`render\`?"

ok
