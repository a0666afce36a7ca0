#!/bin/sh
# Of each changed line, a report says whether some run came to it, whether it was proved equal without being run, or
# neither; and it shows what stands around.
. "$(dirname "$0")/lib.sh"

repo
write lines.c <<'END'
#include <string.h>

int clamp(int x) {
  if (x > 10) return 10;
  return x;
}

unsigned weigh(unsigned weight) {
  unsigned all = weight;
  return all * 3;
}

int marks(const char *text) {
  if (strlen(text) > 100000) {
    return 1;
  }
  return 0;
}
END
commit "First"
edit lines.c 's/x > 10/x > 8/'
edit lines.c 's/all \* 3/all + all + all/'
edit lines.c 's/return 1;/return 2;/'
cat >> lines.c <<'END'

int fresh(int x) {
  return x / 7;
}
END
commit "Second"
cat > "$work/uses.py" <<'END'
import json, sys
hunks = {hunk["headStart"]: hunk for hunk in json.load(open(sys.argv[1]))["hunks"]}
uses = {line: (hunk.get("removedUse", []), hunk["addedUse"]) for line, hunk in hunks.items()}
assert uses == {4: (["run"], ["run"]), 10: (["proved"], ["proved"]), 15: (["missed"], ["missed"]),
                19: ([], ["", "missed", "missed", ""])}, uses
assert hunks[4]["before"] == ["#include <string.h>", "", "int clamp(int x) {"], hunks[4]
assert hunks[15]["after"] == ["  }", "  return 0;", "}"], hunks[15]
END
for run in first second; do
  beagle check HEAD~1..HEAD --budget 20s --report "$work/$run.json" --report "$work/report.html"
  expect_exit 1
  "$python" "$work/uses.py" "$work/$run.json" || fail "the $run report says something else of the lines"
done
grep -q "Changed lines with code: 2 run, 2 proved equal without being run, 4 met by no run" "$work/report.html" || fail "HTML has no summary of the lines"
grep -q '<ins><b>15</b>    return 2; <span class="tag warn">no run came here</span></ins>' "$work/report.html" || fail "HTML does not mark the line"
for shard in 1 2 3; do
  "$BEAGLE" check HEAD~1..HEAD --budget 20s --shard $shard/3 --report "$work/shard-$shard.json" > /dev/null 2>&1 || true
done
beagle report merge "$work"/shard-*.json --report "$work/merged.json"
"$python" "$work/uses.py" "$work/merged.json" || fail "the shards together say something else of the lines"

ok
